// SPDX-License-Identifier: MIT
// Writes the boxes of a running game (Unity, MonoGame, Godot with C#) as a box recording for Phasebox.
//
//   var rec = new PhaseboxRecorder("game.csv", 600);            // at most 600 frames
//   rec.Frame();                                                // once in each frame, then
//   rec.Box(thing, minX, minY, maxX, maxY, isStatic, category, mask, group);
//   rec.Dispose();                                              // at the end
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Runtime.CompilerServices;

public sealed class PhaseboxRecorder : IDisposable
{
    private const long FirstNewId = 1000000000000;
    private sealed class Id { public long Value; }

    private readonly Dictionary<object, long> byValue = new Dictionary<object, long>();
    private readonly ConditionalWeakTable<object, Id> byIdentity = new ConditionalWeakTable<object, Id>();
    private readonly HashSet<long> seen = new HashSet<long>();
    private readonly HashSet<string> said = new HashSet<string>();
    private readonly Action<string> say;
    private readonly long limit;
    private StreamWriter writer;
    private long frame, nextId = FirstNewId;

    /// <summary>With <c>either</c> one of two masks is enough, as in Godot. <c>say</c> gets what is left out, each
    /// kind once; null: the console, which Unity does not show (there: <c>Debug.LogWarning</c>).</summary>
    public PhaseboxRecorder(string path, long frames, bool either = false, Action<string> say = null)
    {
        limit = frames;
        this.say = say ?? Console.Error.WriteLine;
        Attempt(() => writer = new StreamWriter(path));
        Write((either ? "# rule: either\n" : "") + "frame,id,min_x,min_y,max_x,max_y,static,category,mask,group\n");
    }

    /// <summary>Number of boxes.</summary>
    public long LeftOut { get; private set; }

    /// <summary>Begins the next frame, and hands over the one before; after the last one nothing more is
    /// written.</summary>
    public void Frame()
    {
        seen.Clear();
        if (writer != null) Attempt(writer.Flush);
        if (++frame > limit) Dispose();
    }

    /// <summary>A thing keeps its id from frame to frame, see <c>IdOf</c>. Sets are 32 bits; two of one group always
    /// meet (above 0) or never (below 0); 0 is none.</summary>
    public void Box(object thing, double minX, double minY, double maxX, double maxY,
                    bool isStatic = false, ulong category = 1, ulong mask = ulong.MaxValue, int group = 0)
    {
        if (writer == null) return;
        try
        {
            Add(IdOf(thing), minX, minY, maxX, maxY, isStatic, category, mask, group);
        }
        catch (Exception error) // of the thing's own Equals, for example
        {
            LeaveOut(error.Message);
        }
    }

    /// <summary>The same, of a number.</summary>
    public void Box(long id, double minX, double minY, double maxX, double maxY,
                    bool isStatic = false, ulong category = 1, ulong mask = ulong.MaxValue, int group = 0)
    {
        if (writer == null) return;
        if (!IsOwnId(id)) id = IdOf(id);
        Add(id, minX, minY, maxX, maxY, isStatic, category, mask, group);
    }

    /// <summary>The id in the file: of a whole number itself; of other numbers, strings, structs and tuples one by
    /// value, of any other object one by identity.</summary>
    public long IdOf(object thing)
    {
        if (thing == null || thing.Equals(double.NaN) || thing.Equals(float.NaN))
            throw new ArgumentException("null and NaN are no ids");
        var code = thing is Enum ? TypeCode.Object : Convert.GetTypeCode(thing);
        if (code >= TypeCode.SByte && code <= TypeCode.Decimal)
        {
            double near = Convert.ToDouble(thing);
            if (Math.Abs(near) < FirstNewId && near == Math.Floor(near)) return (long)near;
        }
        if (thing is ITuple parts)
        {
            thing = "";
            for (int k = 0; k < parts.Length; ++k) thing = Tuple.Create(thing, IdOf(parts[k])); // holds no object
        }
        else if (!(thing is ValueType || thing is string))
            return byIdentity.GetValue(thing, _ => new Id { Value = nextId++ }).Value;
        if (!byValue.TryGetValue(thing, out long id)) byValue.Add(thing, id = nextId++);
        return id;
    }

    private static bool IsOwnId(long id) => -FirstNewId < id && id < FirstNewId;
    private static bool IsSet(ulong bits) => bits >> 32 == 0 || bits >> 32 == 0xFFFFFFFF;
    private static bool IsFinite(double edge) => Math.Abs(edge) < 3.4e38;

    private void Add(long id, double minX, double minY, double maxX, double maxY, bool isStatic, ulong category,
                     ulong mask, int group)
    {
        if (!IsFinite(minX) || !IsFinite(minY) || !IsFinite(maxX) || !IsFinite(maxY)) LeaveOut("an edge is not finite");
        else if (minX > maxX || minY > maxY) LeaveOut("max is less than min");
        else if (!IsSet(category) || !IsSet(mask)) LeaveOut("category and mask have 32 bits");
        else if (!seen.Add(id)) LeaveOut("its id is in the frame already");
        else Write(string.Format(CultureInfo.InvariantCulture, // a comma for a decimal point would be a column
            "{0},{1},{2:G17},{3:G17},{4:G17},{5:G17},{6},{7},{8},{9}\n", frame, id, minX, minY, maxX, maxY,
            isStatic ? 1 : 0, (uint)category, (uint)mask, group));
    }

    private void Write(string text)
    {
        if (writer != null) Attempt(() => writer.Write(text));
    }

    private void Attempt(Action write) // a game goes on when its recorder fails
    {
        try
        {
            write();
        }
        catch (Exception error)
        {
            Say("the recording ends: " + error.Message, error.Message);
            Dispose();
        }
    }

    private void LeaveOut(string why)
    {
        ++LeftOut;
        Say("left out in frame " + frame + " (said once): " + why, why);
    }

    private void Say(string text, string kind)
    {
        if (said.Add(kind)) say("PhaseboxRecorder: " + text);
    }

    public void Dispose()
    {
        var open = writer;
        writer = null;
        if (open != null) Attempt(open.Dispose);
    }
}
