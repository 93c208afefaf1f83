// Texts of the order screens, loaded together with them.
import de from '../../../../../messages/admin-orders.de.json' with { type: 'json' }
import en from '../../../../../messages/admin-orders.en.json' with { type: 'json' }
import { createTextReader } from '../../wording/text.js'

export type OrderTextKey = keyof typeof en
export const tOrder = createTextReader<OrderTextKey>({ en, de })
