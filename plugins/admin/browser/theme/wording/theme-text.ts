// Texts of the screen "Design", loaded together with it.
import de from '../../../../../messages/admin-theme.de.json' with { type: 'json' }
import en from '../../../../../messages/admin-theme.en.json' with { type: 'json' }
import { createTextReader } from '../../wording/text.js'

export const tTheme = createTextReader<keyof typeof en>({ en, de })
