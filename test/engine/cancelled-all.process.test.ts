// In process, but slow: cancels before and after each write of each operation, and at more reads: 8 s.
import "./cancelled.ts";
