// SPDX-License-Identifier: MIT
// Writes the boxes of a running game (Unity, MonoGame, Godot with C#) as a box recording for Phasebox.
//
//   using var rec = new PhaseboxRecorder("game.csv", 600);      // at most 600 frames
//   rec.Frame();                                                // once in each frame, then
//   rec.Box(id, minX, minY, maxX, maxY, isStatic, category, mask);
using System;
using System.Globalization;
using System.IO;

public sealed class PhaseboxRecorder : IDisposable
{
    private StreamWriter writer;
    private readonly long limit;
    private long frame;

    public PhaseboxRecorder(string path, long frames)
    {
        limit = frames;
        writer = new StreamWriter(path);
        writer.Write("frame,id,min_x,min_y,max_x,max_y,static,category,mask\n");
    }

    /// <summary>Begins the next frame; after the last one nothing more is written.</summary>
    public void Frame()
    {
        if (writer != null && ++frame > limit) Dispose();
    }

    /// <summary>An object keeps its id from frame to frame.</summary>
    public void Box(long id, float minX, float minY, float maxX, float maxY,
                    bool isStatic = false, int category = 1, int mask = 0xFFFF)
    {
        if (writer == null) return;
        // Nine digits give every float back exactly; a comma for a decimal point would be a column.
        writer.Write(string.Format(CultureInfo.InvariantCulture,
            "{0},{1},{2:G9},{3:G9},{4:G9},{5:G9},{6},{7},{8}\n", frame, id, minX, minY, maxX, maxY,
            isStatic ? 1 : 0, category & 0xFFFF, mask & 0xFFFF));
    }

    public void Dispose()
    {
        writer?.Dispose();
        writer = null;
    }
}
