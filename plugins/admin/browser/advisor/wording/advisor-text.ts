// Texts of the advisor's screens, loaded together with them.
import de from '../../../../../messages/admin-advisor.de.json' with { type: 'json' }
import en from '../../../../../messages/admin-advisor.en.json' with { type: 'json' }
import { createTextReader } from '../../wording/text.js'

export const tAdvisor = createTextReader<keyof typeof en>({ en, de })
