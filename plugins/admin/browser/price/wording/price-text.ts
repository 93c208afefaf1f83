// Texts of the dialog that changes prices, loaded together with it.
import de from '../../../../../messages/admin-prices.de.json' with { type: 'json' }
import en from '../../../../../messages/admin-prices.en.json' with { type: 'json' }
import { createTextReader } from '../../wording/text.js'

export type PriceTextKey = keyof typeof en
export const tPrice = createTextReader<PriceTextKey>({ en, de })
