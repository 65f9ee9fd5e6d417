// SPDX-License-Identifier: MIT
// Writes the boxes of a running game (Unity, MonoGame, Godot with C#) as a box recording for Phasebox.
//
//   var rec = new PhaseboxRecorder("game.csv", 600);            // at most 600 frames
//   rec.Frame();                                                // once in each frame, then
//   rec.Box(id, minX, minY, maxX, maxY, isStatic, category, mask, group);
//   rec.Dispose();                                              // at the end
using System;
using System.Globalization;
using System.IO;

public sealed class PhaseboxRecorder : IDisposable
{
    private StreamWriter writer;
    private readonly long limit;
    private long frame;

    /// <summary>With <c>either</c> one of two masks is enough, as in Godot.</summary>
    public PhaseboxRecorder(string path, long frames, bool either = false)
    {
        limit = frames;
        writer = new StreamWriter(path);
        if (either) writer.Write("# rule: either\n");
        writer.Write("frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n");
    }

    /// <summary>Boxes that have no size in numbers.</summary>
    public long LeftOut { get; private set; }

    /// <summary>Begins the next frame, and hands over the one before; after the last one nothing more is
    /// written.</summary>
    public void Frame()
    {
        writer?.Flush();
        if (writer != null && ++frame > limit) Dispose();
    }

    /// <summary>An object keeps its id from frame to frame. Two of one group always meet (above 0) or
    /// never (below 0); 0 is none.</summary>
    public void Box(long id, float minX, float minY, float maxX, float maxY,
                    bool isStatic = false, uint category = 1, uint mask = 0xFFFFFFFF, int group = 0)
    {
        if (writer == null) return;
        bool isFinite = maxX - maxX == 0 && maxY - maxY == 0 && minX - minX == 0 && minY - minY == 0;
        if (!isFinite || minX > maxX || minY > maxY)
        {
            ++LeftOut;
            return;
        }
        // Nine digits give every float back exactly; a comma for a decimal point would be a column.
        writer.Write(string.Format(CultureInfo.InvariantCulture,
            "{0},{1},{2:G9},{3:G9},{4:G9},{5:G9},{6},{7},{8},{9}\n", frame, id, minX, minY, maxX, maxY,
            isStatic ? 1 : 0, category, mask, group));
    }

    public void Dispose()
    {
        writer?.Dispose();
        writer = null;
    }
}
