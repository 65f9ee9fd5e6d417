-- SPDX-License-Identifier: MIT
-- Writes the boxes of a running game as a box recording for Phasebox: by hand, or all fixtures of a
-- LOVE physics world. See ../README.md.
local Recorder = {}
Recorder.__index = Recorder
local FIRST_NEW_ID = 1e12

-- At most so many frames. With the rule "either" one of two masks is enough.
function Recorder.new(path, frames, rule)
  local self = setmetatable({frames = frames or 600, number = 0, next_id = FIRST_NEW_ID, left_out = 0, said = {},
    seen = {}, by_value = {}, by_identity = setmetatable({}, {__mode = "k"})}, Recorder)
  local file, why = io.open(path, "w")
  self.file = file
  if not file then self:warn("the recording ends: " .. why) end
  self:write((rule == "either" and "# rule: either\n" or "") ..
    "frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n")
  return self
end

-- Begins the next frame, and hands over the one before; after the last one nothing more is written.
function Recorder:frame()
  self:write("", "flush")
  self.number, self.seen = self.number + 1, {}
  if self.number > self.frames then self:close() end
end

-- A file that takes no more ends the recording.
function Recorder:write(text, flush)
  if not self.file then return end
  local ok, why = self.file:write(text)
  if ok and flush then ok, why = self.file:flush() end
  if ok then return end
  self:warn("the recording ends: " .. why)
  self:close()
end

-- The id in the file: of a whole number itself; of other numbers, strings and booleans one by value, of anything else
-- one by identity, and others for its children.
function Recorder:id_of(thing, child)
  local kind = type(thing)
  local number = kind == "number" and thing or kind == "cdata" and tonumber(thing)
  if thing == nil or number ~= number then error("nil and NaN are no ids", 0) end
  if number and not child and number % 1 == 0 and math.abs(number) < FIRST_NEW_ID then return number end
  local known = self.by_identity
  if number or kind == "string" or kind == "boolean" then
    known, thing = self.by_value, kind == "cdata" and "cdata\0" .. tostring(thing) or thing
  end
  local ids, key = known[thing] or {}, child or 1
  known[thing] = ids
  if not ids[key] then
    ids[key], self.next_id = self.next_id, self.next_id + 1
  end
  return ids[key]
end

-- The shorter text of 15 or 17 digits that reads back exactly; the locale of the game must not make commas.
local function text(number)
  local shown = ("%.15g"):format(number)
  if tonumber(shown) ~= number then shown = ("%.17g"):format(number) end
  return (shown:gsub("[^%d%+%-eE]+", "."))
end

local function bits(set)
  set = tonumber(set) == 2 ^ 64 and -1 or tonumber(set)
  if set % 1 ~= 0 or set < -2 ^ 31 or set >= 2 ^ 32 then error("category and mask have 32 bits", 0) end
  return set % 2 ^ 32
end

local function add_row(self, thing, edges, static, category, mask, group, child)
  local id = self:id_of(thing, child)
  for k = 1, 4 do
    if not (math.abs(edges[k]) < 3.4e38) then error("an edge is not finite", 0) end
  end
  if edges[1] > edges[3] or edges[2] > edges[4] then error("max is less than min", 0) end
  if group % 1 ~= 0 or group < -2 ^ 31 or group >= 2 ^ 31 then error("a group has 32 bits", 0) end
  local row = ("%.0f,%.0f,%s,%s,%s,%s,%d,%.0f,%.0f,%.0f\n"):format(self.number, id, text(edges[1]), text(edges[2]),
    text(edges[3]), text(edges[4]), static and 1 or 0, bits(category), bits(mask), group)
  if self.seen[id] then error("its id is in the frame already", 0) end
  self.seen[id] = true
  self:write(row)
end

-- `thing` and `child` are what id_of takes. Sets are 32 bits; two of one group always meet (above 0) or never.
function Recorder:box(thing, min_x, min_y, max_x, max_y, static, category, mask, group, child)
  if not self.file then return end
  self:attempt(add_row, self, thing, {min_x, min_y, max_x, max_y}, static, category or 1, mask or -1, group or 0, child)
end

-- A game goes on when its recorder fails.
function Recorder:attempt(record, ...)
  local ok, why = pcall(record, ...)
  if ok then return end
  self.left_out = self.left_out + 1
  self:warn(("left out in frame %d (said once): %s"):format(self.number, tostring(why)), tostring(why))
end

-- Each kind is said once.
function Recorder:warn(text, kind)
  if not self.said[kind or text] then io.stderr:write("phasebox_record: ", text, "\n") end
  self.said[kind or text] = true
end

function Recorder:close()
  local file = self.file
  self.file = nil
  if file then
    local ok, why = file:close()
    if not ok then self:warn("the recording ends: " .. why) end
  end
end

-- Boxes of one body never meet each other. LOVE tests no pair without a dynamic body, and none of a body that is not
-- active.
local function record_body(self, body)
  local boxes, is_one, is_static = {}, true, body:getType() ~= "dynamic"
  self.alive[body] = true
  for _, fixture in ipairs(body:getFixtures()) do
    self.alive[fixture] = true
    local category, mask, group = fixture:getFilterData()
    for child = 1, fixture:getShape():getChildCount() do
      boxes[#boxes + 1] = {fixture, child, category, mask, group}
      is_one = is_one and group == boxes[1][5] and group <= 0
    end
  end
  if not body:isActive() then return end
  local own = (#boxes > 1 and not is_static) and FIRST_NEW_ID - 2 ^ 30 - self:id_of(body) or 0
  if own ~= 0 and not is_one then error("a body of several shapes, and a group above 0 or several groups", 0) end
  for _, b in ipairs(boxes) do
    local x1, y1, x2, y2 = b[1]:getBoundingBox(b[2])
    self:box(b[1], math.min(x1, x2), math.min(y1, y2), math.max(x1, x2), math.max(y1, y2), is_static, b[3], b[4],
      b[5] ~= 0 and b[5] or own, b[2])
  end
end

local function record_world(self, world)
  for _, joint in ipairs(world:getJoints()) do
    if not joint:getCollideConnected() then self:warn("pairs that a joint keeps apart are recorded as any others") end
  end
  for _, body in ipairs(world:getBodies()) do self:attempt(record_body, self, body) end
end

-- One frame. Where Lua has collected LOVE's value of a fixture it gets another: those of the world are kept until the
-- next frame has asked for them.
function Recorder:love(world)
  self:frame()
  self.alive_before, self.alive = self.alive, {}
  if self.file then self:attempt(record_world, self, world) end
  self.alive_before = nil
end

return Recorder
