// Starts the page.

import { render } from "preact"
import { App } from "./app.tsx"
import { keepFocus } from "./layout/keep-focus.ts"
import { startTheme } from "./layout/theme.ts"
import "./style/base.css"
import "./style/controls.css"
import "./style/parts.css"

startTheme()
keepFocus()
render(<App />, document.getElementById("app") as HTMLElement)
