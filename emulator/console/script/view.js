/* The only import of the view library: Preact with template literals instead of a build step. */
import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);
export { createContext, Fragment, render } from "preact";
export { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
