-- SPDX-License-Identifier: MIT
-- Living objects from LuaJIT by its FFI: luajit pairs.lua [libphasebox.so] [broadphase]
local ffi = require("ffi")
ffi.cdef [[
typedef struct phasebox_world phasebox_world;
typedef struct { size_t struct_size; float box[4]; uint32_t category, mask; int32_t group; int is_static; uint64_t user_data; } phasebox_object;
typedef struct { uint64_t a, b, user_data_a, user_data_b; } phasebox_contact;
const char* phasebox_error(void);
int phasebox_world_create(const char* id, const void* options, phasebox_world** world);
void phasebox_world_destroy(phasebox_world* world);
int phasebox_insert(phasebox_world*, const phasebox_object*, uint64_t* handle);
int phasebox_move(phasebox_world*, uint64_t handle, const float* box);
int phasebox_update(phasebox_world*);
int phasebox_contacts_begun(const phasebox_world*, phasebox_contact*, size_t capacity, size_t* count);
]]
local lib = ffi.load(arg[1] or "libphasebox.so.0")
local function check(status) if status ~= 0 then error(ffi.string(lib.phasebox_error())) end end

local place = ffi.new("phasebox_world*[1]")
check(lib.phasebox_world_create(arg[2] or "aabb-tree", nil, place))
local world = ffi.gc(place[0], lib.phasebox_world_destroy)

local function insert(name, box)
  local object = ffi.new("phasebox_object", ffi.sizeof("phasebox_object"), box, 0, 0, 0, 0, name)
  local handle = ffi.new("uint64_t[1]")
  check(lib.phasebox_insert(world, object, handle))
  return handle[0]
end

local ship = insert(1, {0, 0, 10, 10})
insert(2, {100, 0, 120, 20})
check(lib.phasebox_update(world))
check(lib.phasebox_move(world, ship, ffi.new("float[4]", {95, 0, 105, 10})))
check(lib.phasebox_update(world))
local begun, count = ffi.new("phasebox_contact[16]"), ffi.new("size_t[1]")
check(lib.phasebox_contacts_begun(world, begun, 16, count))
for k = 0, tonumber(count[0]) - 1 do
  print(tonumber(begun[k].user_data_a) .. " meets " .. tonumber(begun[k].user_data_b))
end
