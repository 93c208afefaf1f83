// Reads the data with which the storefront evaluates a configuration before the server replies.
import type { ProductSource } from '../engine/program/source.js'
import type { MessageTexts } from '../foundation/message-catalogs.js'
import { choice, figure, flag, listOf, withName, nullable, object, type Shape, text, whole } from '../model/verb/shape.js'
import { tokenArgument } from './arguments.js'
import { defineVerb } from './define-verb.js'
import { readProgram as runReadProgram, type ProgramReply } from '../commerce/configuration/program.js'

const ratesShape = listOf(object({ rate: figure('In per cent.'), code: nullable(text()) }))

const sourceShape: Shape<ProductSource> = {
  schema: {
    type: 'object',
    additionalProperties: true,
    description: 'The input of the storefront: rules and calculations as trees. Its form changes from release to release.',
  },
  parts: [],
}

const messagesShape: Shape<MessageTexts> = {
  schema: { type: 'object', additionalProperties: { type: 'string' }, description: 'By message key.' },
  parts: [],
}

/** Reply schema of the client-side program. */
const programShape: Shape<ProgramReply> = withName(
  'Program',
  object({
    mode: choice('full', 'rules', 'off'),
    product_id: whole(),
    catalog_version: whole(),
    currency: object({ code: text('ISO 4217.'), symbol: text(), decimals: whole(), multiplicator: figure() }),
    country: nullable(text('ISO 3166-1 alpha-2.')),
    state: nullable(text()),
    may_see_prices: flag(),
    prices: choice('net', 'gross'),
    rates: ratesShape,
    recurring_rates: ratesShape,
    today: whole('Today in the time zone of the shop, in days since 1970-01-01.'),
    language: text('The language in which numbers are read and written.'),
    messages: messagesShape,
    modules: listOf(text(), 'The plugin modules that it needs, as `<point>-<name>`.'),
    source: nullable(sourceShape, 'null where `mode` is off.'),
  }),
)

export const readProgram = defineVerb({
  name: 'read-program',
  description:
    'Reads the rules and prices of a configuration that its shopper may see, for storefronts that evaluate it before the server replies.',
  method: 'GET',
  path: 'configurations/:token/program',
  input: { token: tokenArgument('configuration') },
  tagged: true,
  access: {},
  reply: programShape,
  handler: async (shopperContext, { token }) => runReadProgram(shopperContext, token),
})
