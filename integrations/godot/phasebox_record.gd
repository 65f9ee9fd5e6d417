# SPDX-License-Identifier: MIT
# Writes the boxes of a running game as a box recording for Phasebox (Godot 4): a node that is added to
# the scene records all collision shapes below its parent, frame after frame.
extends Node

@export var path := "user://game.csv"
@export var frames := 600

var _file: FileAccess
var _number := 0


func _ready() -> void:
	_file = FileAccess.open(path, FileAccess.WRITE)
	if _file == null:
		push_error("%s cannot be written: %s" % [path, error_string(FileAccess.get_open_error())])
		return
	_file.store_line("frame,id,min_x,min_y,max_x,max_y,static,category,mask")


func _physics_process(_delta: float) -> void:
	_number += 1
	if _file == null or _number > frames:
		_file = null  # closes it
		return
	for shape in get_parent().find_children("*", "CollisionShape2D", true, false):
		_record(shape)


func _record(shape: CollisionShape2D) -> void:
	var body := shape.get_parent() as CollisionObject2D
	if body == null or shape.shape == null or shape.disabled:
		return
	var box: Rect2 = (shape.global_transform * shape.shape.get_rect()).abs()
	_file.store_line("%d,%d,%.9f,%.9f,%.9f,%.9f,%d,%d,%d" % [
		_number, shape.get_instance_id(), box.position.x, box.position.y, box.end.x, box.end.y,
		1 if body is StaticBody2D else 0, body.collision_layer & 0xFFFF, body.collision_mask & 0xFFFF])
