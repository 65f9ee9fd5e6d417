# SPDX-License-Identifier: MIT
# Writes the boxes of a running game as a box recording for Phasebox (Godot 4): a node that is added to
# the scene records all shapes and tiles below its parent, frame after frame.
extends Node

const FIRST_NEW_ID := 1000000000000

@export var path := "user://game.csv"
@export var frames := 600

var left_out := 0  # boxes
var _file: FileAccess
var _number := 0
var _ids := {}


func _ready() -> void:
	_file = FileAccess.open(path, FileAccess.WRITE)
	if _file == null:
		push_error("%s cannot be written: %s" % [path, error_string(FileAccess.get_open_error())])
		return
	_file.store_line("# rule: either")  # one sees the other: that is enough in Godot
	_file.store_line("frame,id,min_x,min_y,max_x,max_y,static,category,mask,group")


func _physics_process(_delta: float) -> void:
	if _file == null:
		return
	_number += 1
	_file.flush()  # the frame before
	var fault := _file.get_error()
	if fault != OK:
		push_warning("%s: the recording ends: %s" % [path, error_string(fault)])
	if fault != OK or _number > frames:
		_file = null  # closes it
		return
	for body in get_parent().find_children("*", "CollisionObject2D", true, false):
		_record_body(body)
	for layer in get_parent().find_children("*", "TileMapLayer", true, false):
		_record_tiles(layer)


# Shapes and polygons, each convex part a box; those of one body never meet each other.
func _record_body(body: CollisionObject2D) -> void:
	if not body.can_process() and body.disable_mode == CollisionObject2D.DISABLE_MODE_REMOVE:
		return
	var boxes: Array[Rect2] = []
	for owner_id in body.get_shape_owners():
		if body.is_shape_owner_disabled(owner_id):
			continue
		var at := body.global_transform * body.shape_owner_get_transform(owner_id)
		for k in body.shape_owner_get_shape_count(owner_id):
			boxes.append(at * body.shape_owner_get_shape(owner_id, k).get_rect())
	var group := 0 if boxes.size() < 2 else -1073741824 - _index([body.get_instance_id()])
	for k in boxes.size():
		_write([body.get_instance_id(), k], boxes[k], body is StaticBody2D, body.collision_layer, body.collision_mask,
			group)


func _record_tiles(layer: TileMapLayer) -> void:
	if not layer.enabled or not layer.collision_enabled or layer.tile_set == null:
		return
	for cell in layer.get_used_cells():
		var tile := layer.get_cell_tile_data(cell)
		var at := layer.global_transform * Transform2D(0, layer.map_to_local(cell))
		for physics in layer.tile_set.get_physics_layers_count() if tile else 0:
			for k in tile.get_collision_polygons_count(physics):
				var points := at * tile.get_collision_polygon_points(physics, k)
				var box := Rect2(points[0], Vector2.ZERO)
				for point in points:
					box = box.expand(point)
				_write([layer.get_instance_id(), cell, physics, k], box, true,
					layer.tile_set.get_physics_layer_collision_layer(physics),
					layer.tile_set.get_physics_layer_collision_mask(physics), 0)


# By instance ids, which keep no object alive and are never given again.
func _index(thing: Array) -> int:
	if not _ids.has(thing):
		_ids[thing] = _ids.size()
	return _ids[thing]


# An exact text; a number below 0 has fewer digits in early versions of Godot 4, so its sign is written apart.
func _text(number: float) -> String:
	return ("-" if number < 0 else "") + JSON.stringify(absf(number), "", false, true)


func _write(thing: Array, box: Rect2, is_static: bool, layer: int, mask: int, group: int) -> void:
	if not box.is_finite():
		left_out += 1
		if left_out == 1:
			push_warning("left out in frame %d (said once): an edge is not finite" % _number)
		return
	box = box.abs()
	_file.store_line("%d,%d,%s,%s,%s,%s,%d,%d,%d,%d" % [_number, FIRST_NEW_ID + _index(thing), _text(box.position.x),
		_text(box.position.y), _text(box.end.x), _text(box.end.y), 1 if is_static else 0, layer, mask, group])
