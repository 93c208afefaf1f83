// Texts of the transfer screen, loaded together with it.
import de from '../../../../../messages/admin-transfer.de.json' with { type: 'json' }
import en from '../../../../../messages/admin-transfer.en.json' with { type: 'json' }
import { createTextReader } from '../../wording/text.js'

export const tTransfer = createTextReader<keyof typeof en>({ en, de })
