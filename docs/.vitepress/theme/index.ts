import DefaultTheme from "vitepress/theme";
import "./wide.css";

/** The default theme, with more room for tables and code. */
export default DefaultTheme;
