// Entry point of the admin in the browser. Replaces the server-rendered fallback page.
import { createRoot } from 'react-dom/client'
import { startRouting } from './base/routing.js'
import { startShortcuts } from './base/shortcuts.js'
import { startTheme } from './base/theme.js'
import { AdminApp } from './shell/admin-app.js'
import { adoptBaseStyle } from './style/style-adopter.js'

adoptBaseStyle()
startTheme()
startRouting()
startShortcuts()
const appContainer = document.createElement('div')
appContainer.className = 'admin'
document.body.replaceChildren(appContainer)
createRoot(appContainer).render(<AdminApp />)
