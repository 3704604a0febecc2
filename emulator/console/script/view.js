/* The view library in one place: Preact with templates instead of a build step. */
import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);
export { createContext, Fragment, render } from "preact";
export { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
