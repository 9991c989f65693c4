// Starts the page.

// The shared style sheets come first, so that those of pages can override them.
import "./style/base.css"
import "./style/header.css"
import "./style/frame.css"
import "./style/controls.css"
import "./style/choices.css"
import "./style/layout.css"
import "./style/dialogs.css"
import "./style/tables.css"
import "./style/charts.css"
import { render } from "preact"
import { App } from "./app.tsx"
import { keepFocus } from "./layout/keep-focus.ts"
import { startTheme } from "./layout/theme.ts"

startTheme()
keepFocus()
render(<App />, document.getElementById("app") as HTMLElement)
