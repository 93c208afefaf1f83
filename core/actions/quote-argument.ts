// Shared parts of the actions on quotes: the quote argument and the next step after an unknown quote.
import type { RefusedCall } from '../model/action/declaration.js'
import { number } from '../model/properties/number.js'

export const quoteArgument = () => number('Quote', { required: true, min: 1, help: 'The id of the quote, not its number.' })

export const suggestQuoteStep = ({ code }: RefusedCall): string | null =>
  code === 'NOT_FOUND' ? 'List the entity quote to see which quotes exist.' : null
