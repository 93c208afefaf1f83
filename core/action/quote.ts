// What the actions on quotes have in common: the argument that names one, and what to do where there is none.
import type { RefusedCall } from '../model/action/declaration.js'
import { number } from '../model/properties/number.js'

export const quoteArgument = () => number('Quote', { required: true, min: 1, help: 'The id of the quote, not its number.' })

export const quoteNextStep = ({ code }: RefusedCall): string | null =>
  code === 'NOT_FOUND' ? 'List the entity quote for the quotes that there are.' : null
