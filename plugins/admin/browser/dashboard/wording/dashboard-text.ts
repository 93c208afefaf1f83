// Texts of the start screen's statistics and checklist, loaded together with them.
import de from '../../../../../messages/admin-dashboard.de.json' with { type: 'json' }
import en from '../../../../../messages/admin-dashboard.en.json' with { type: 'json' }
import { createTextReader } from '../../wording/text.js'

export const tDashboard = createTextReader<keyof typeof en>({ en, de })
