// Starts the page.

import { render } from "preact"
import { App } from "./app.tsx"
import { startTheme } from "./layout/theme.ts"
import "./style/base.css"
import "./style/controls.css"
import "./style/parts.css"

startTheme()
render(<App />, document.getElementById("app") as HTMLElement)
