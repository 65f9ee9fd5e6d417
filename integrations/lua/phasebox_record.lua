-- SPDX-License-Identifier: MIT
-- Writes the boxes of a running game as a box recording for Phasebox: by hand, or all fixtures of a
-- LOVE physics world. See ../README.md.
local Recorder = {}
Recorder.__index = Recorder

-- At most so many frames.
function Recorder.new(path, frames)
  local file = assert(io.open(path, "w"))
  file:write("frame,id,min_x,min_y,max_x,max_y,static,category,mask\n")
  return setmetatable({file = file, frames = frames or 600, number = 0, ids = {}, next_id = 0}, Recorder)
end

-- Begins the next frame; after the last one nothing more is written.
function Recorder:frame()
  self.number = self.number + 1
  if self.number > self.frames then self:close() end
end

function Recorder:id_of(thing)
  if type(thing) == "number" then return thing end
  if not self.ids[thing] then
    self.ids[thing], self.next_id = self.next_id, self.next_id + 1
  end
  return self.ids[thing]
end

-- `thing` is a whole number, or any object, which then keeps a number of its own.
function Recorder:box(thing, min_x, min_y, max_x, max_y, static, category, mask)
  if not self.file then return end
  -- Nine digits give every 32-bit float back exactly.
  self.file:write(string.format("%d,%d,%.9g,%.9g,%.9g,%.9g,%d,%d,%d\n", self.number, self:id_of(thing),
    min_x, min_y, max_x, max_y, static and 1 or 0, (category or 1) % 65536, (mask or 65535) % 65536))
end

function Recorder:close()
  if self.file then self.file:close() end
  self.file = nil
end

function Recorder:love(world)
  self:frame()
  for _, body in ipairs(world:getBodies()) do
    for _, fixture in ipairs(body:getFixtures()) do
      local x1, y1, x2, y2 = fixture:getBoundingBox(1)
      local category, mask = fixture:getFilterData()
      self:box(fixture, math.min(x1, x2), math.min(y1, y2), math.max(x1, x2), math.max(y1, y2),
        body:getType() == "static", category, mask)
    end
  end
end

return Recorder
