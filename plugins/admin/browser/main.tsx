// Entry point of the admin in the browser. Replaces the server-rendered fallback page.
import { createRoot } from 'react-dom/client'
import { startRouting } from './ground/routing.js'
import { startShortcuts } from './ground/shortcuts.js'
import { startTheme } from './ground/theme.js'
import { App } from './shell/app.js'
import { adoptStyle } from './style/adopt.js'

adoptStyle()
startTheme()
startRouting()
startShortcuts()
const host = document.createElement('div')
host.className = 'admin'
document.body.replaceChildren(host)
createRoot(host).render(<App />)
