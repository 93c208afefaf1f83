// Texts of the workshop, loaded together with it.
import de from '../../../../messages/admin-workshop.de.json' with { type: 'json' }
import en from '../../../../messages/admin-workshop.en.json' with { type: 'json' }
import { createTextReader } from '../wording/text.js'

export const tWorkshop = createTextReader<keyof typeof en>({ en, de })
