// SPDX-License-Identifier: MIT
// Living objects from C# by P/Invoke: mcs Pairs.cs && mono Pairs.exe [broadphase]
// The library is found as any other (LD_LIBRARY_PATH, or beside the program).
using System;
using System.Runtime.InteropServices;

static class Phasebox {
    const string Library = "libphasebox.so.0";

    [StructLayout(LayoutKind.Sequential)]
    public struct Box { public float MinX, MinY, MaxX, MaxY; }

    [StructLayout(LayoutKind.Sequential)]
    public struct Object {
        public UIntPtr StructSize;
        public Box Box;
        public uint Category, Mask;
        public int Group, IsStatic;
        public ulong UserData;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Contact { public ulong A, B, UserDataA, UserDataB; }

    [DllImport(Library)] static extern IntPtr phasebox_error();
    [DllImport(Library)] public static extern int phasebox_world_create(string id, IntPtr options, out IntPtr world);
    [DllImport(Library)] public static extern void phasebox_world_destroy(IntPtr world);
    [DllImport(Library)] public static extern int phasebox_insert(IntPtr world, ref Object what, out ulong handle);
    [DllImport(Library)] public static extern int phasebox_move(IntPtr world, ulong handle, ref Box box);
    [DllImport(Library)] public static extern int phasebox_update(IntPtr world);
    [DllImport(Library)] public static extern int phasebox_contacts_begun(IntPtr world, [Out] Contact[] contacts,
                                                                         UIntPtr capacity, out UIntPtr count);

    public static void Check(int status) {
        if (status != 0) throw new ArgumentException(Marshal.PtrToStringAnsi(phasebox_error()));
    }
}

sealed class World : IDisposable {
    const int TooSmall = 9; // PHASEBOX_TOO_SMALL
    readonly IntPtr world;
    Phasebox.Contact[] contacts = new Phasebox.Contact[16];

    public World(string broadphase) {
        Phasebox.Check(Phasebox.phasebox_world_create(broadphase, IntPtr.Zero, out world));
    }
    public void Dispose() { Phasebox.phasebox_world_destroy(world); }

    public ulong Insert(Phasebox.Box box, ulong userData) {
        var what = new Phasebox.Object {
            StructSize = (UIntPtr)Marshal.SizeOf(typeof(Phasebox.Object)), Box = box, UserData = userData
        };
        ulong handle;
        Phasebox.Check(Phasebox.phasebox_insert(world, ref what, out handle));
        return handle;
    }
    public void Move(ulong handle, Phasebox.Box box) { Phasebox.Check(Phasebox.phasebox_move(world, handle, ref box)); }

    /// What has begun to overlap since the last update.
    public ArraySegment<Phasebox.Contact> Update() {
        Phasebox.Check(Phasebox.phasebox_update(world));
        UIntPtr count;
        var status = Phasebox.phasebox_contacts_begun(world, contacts, (UIntPtr)contacts.Length, out count);
        if (status == TooSmall) { // ask again, with room
            contacts = new Phasebox.Contact[(int)count];
            status = Phasebox.phasebox_contacts_begun(world, contacts, count, out count);
        }
        Phasebox.Check(status);
        return new ArraySegment<Phasebox.Contact>(contacts, 0, (int)count);
    }
}

static class Program {
    static Phasebox.Box At(float x, float y, float size) {
        return new Phasebox.Box { MinX = x, MinY = y, MaxX = x + size, MaxY = y + size };
    }

    static int Main(string[] args) {
        try {
            using (var world = new World(args.Length > 0 ? args[0] : "aabb-tree")) {
                var ship = world.Insert(At(0, 0, 10), 1);
                for (ulong rock = 2; rock < 22; ++rock) world.Insert(At(100, 0, 20), rock);
                world.Update();
                world.Move(ship, At(95, 0, 10));
                foreach (var contact in world.Update())
                    Console.WriteLine("{0} meets {1}", contact.UserDataA, contact.UserDataB);
            }
            return 0;
        } catch (ArgumentException refusal) {
            Console.Error.WriteLine(refusal.Message);
            return 2;
        }
    }
}
