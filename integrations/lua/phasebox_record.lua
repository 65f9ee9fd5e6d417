-- SPDX-License-Identifier: MIT
-- Writes the boxes of a running game as a box recording for Phasebox: by hand, or all fixtures of a
-- LOVE physics world. See ../README.md.
local Recorder = {}
Recorder.__index = Recorder

-- At most so many frames. With the rule "either" one of two masks is enough.
function Recorder.new(path, frames, rule)
  local file = assert(io.open(path, "w"))
  if rule == "either" then file:write("# rule: either\n") end
  file:write("frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n")
  return setmetatable({file = file, frames = frames or 600, number = 0, ids = {}, next_id = 0,
    left_out = 0, said = {}}, Recorder)
end

-- Begins the next frame, and hands over the one before; after the last one nothing more is written.
function Recorder:frame()
  if self.file then self.file:flush() end
  self.number = self.number + 1
  if self.number > self.frames then self:close() end
end

-- `child` tells several boxes of one thing apart.
function Recorder:id_of(thing, child)
  if type(thing) == "number" then return thing end
  self.ids[thing] = self.ids[thing] or {}
  local ids, key = self.ids[thing], child or 1
  if not ids[key] then
    ids[key], self.next_id = self.next_id, self.next_id + 1
  end
  return ids[key]
end

-- Nine digits give every 32-bit float back exactly; the locale of the game must not make commas.
local function text(number)
  return (string.format("%.9g", number):gsub("[^%d%+%-eE]+", "."))
end

-- `thing` is a whole number, or any object, which then keeps a number of its own. Sets are 32 bits;
-- two of one group always meet (above 0) or never (below 0).
function Recorder:box(thing, min_x, min_y, max_x, max_y, static, category, mask, group, child)
  if not self.file then return end
  for _, edge in ipairs({min_x, min_y, max_x, max_y}) do
    if edge ~= edge or math.abs(edge) > 3.4e38 then
      self.left_out = self.left_out + 1
      return
    end
  end
  self.file:write(string.format("%d,%d,%s,%s,%s,%s,%d,%.0f,%.0f,%d\n", self.number, self:id_of(thing, child),
    text(math.min(min_x, max_x)), text(math.min(min_y, max_y)), text(math.max(min_x, max_x)),
    text(math.max(min_y, max_y)), static and 1 or 0, (category or 1) % 4294967296,
    (mask or -1) % 4294967296, group or 0))
end

-- What no column can say is said once.
function Recorder:warn(what)
  if not self.said[what] then io.stderr:write("phasebox_record: ", what, "\n") end
  self.said[what] = true
end

function Recorder:close()
  if self.file then self.file:close() end
  self.file = nil
end

-- All boxes of a body, none of which meet each other, and whether one group is theirs.
local function boxes_of(body)
  local boxes, is_one = {}, true
  for _, fixture in ipairs(body:getFixtures()) do
    local category, mask, group = fixture:getFilterData()
    for child = 1, fixture:getShape():getChildCount() do
      boxes[#boxes + 1] = {fixture, child, category, mask, group}
      is_one = is_one and group == boxes[1][5] and group <= 0
    end
  end
  return boxes, is_one
end

-- LOVE tests no pair without a dynamic body, and none of a body that is not active.
function Recorder:love(world)
  self:frame()
  for _, joint in ipairs(world:getJoints()) do
    if not joint:getCollideConnected() then self:warn("pairs that a joint keeps apart are recorded as any others") end
  end
  for _, body in ipairs(world:getBodies()) do
    local boxes, is_one = boxes_of(body)
    local is_static = body:getType() ~= "dynamic"
    local own = (#boxes > 1 and not is_static) and -1073741824 - self:id_of(body) or 0
    if own ~= 0 and not is_one then
      self:warn("bodies of several shapes and groups above 0, or several groups, are left out")
      boxes = {}
    end
    for _, b in ipairs(body:isActive() and boxes or {}) do
      local x1, y1, x2, y2 = b[1]:getBoundingBox(b[2])
      self:box(b[1], x1, y1, x2, y2, is_static, b[3], b[4], b[5] ~= 0 and b[5] or own, b[2])
    end
  end
end

return Recorder
