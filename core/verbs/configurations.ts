// Verbs that create, read, change and price configurations.
import { configurationShape, previewShape, priceBreakdownShape, uploadShape } from '../commerce/configuration/define.js'
import { string } from '../model/properties/string.js'
import {
  calculationsArgument,
  currencyArgument,
  fullArgument,
  locationArguments,
  productIdArgument,
  selectionsArgument,
  pricesArgument,
  tokenArgument,
  changesArgument,
  revisionArgument,
  questionArgument,
  valueArgument,
  quantityArgument,
  fileArgument,
} from './arguments.js'
import { defineVerb } from './define-verb.js'
import {
  startConfiguration as runStartConfiguration,
  readConfiguration as runReadConfiguration,
  changeConfiguration as runChangeConfiguration,
} from '../commerce/configuration/service.js'
import { uploadFile as runUploadFile, readUpload as runReadUpload } from '../commerce/configuration/uploads.js'
import { boolean } from '../model/properties/boolean.js'
import { previewChange as runPreviewChange } from '../commerce/configuration/preview.js'
import { applyHistoryStep } from '../commerce/configuration/history-step.js'
import { priceConfiguration as runPriceConfiguration } from '../commerce/configuration/price-breakdown.js'
import type { ProductSource } from '../engine/program/source.js'
import type { MessageTexts } from '../foundation/message-catalogs.js'
import {
  choice,
  figure,
  flag,
  listOf,
  withName,
  nullable,
  object,
  text,
  whole,
  fileReply,
  type Shape,
} from '../model/verb/shape.js'
import { readProgram as runReadProgram, type ProgramReply } from '../commerce/configuration/program.js'

export const startConfiguration = defineVerb({
  name: 'start-configuration',
  description: 'Starts a configuration of a product.',
  method: 'POST',
  path: 'configurations',
  input: {
    product_id: productIdArgument(),
    language: string('Language', { help: 'A language tag. Default: the default language of the store.' }),
    currency: currencyArgument(),
    ...locationArguments(),
    selections: selectionsArgument(),
    full: fullArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  query: ['full', 'calculations', 'prices'],
  status: 201,
  location: ({ configuration }) => `configurations/${configuration}`,
  access: { arguments: { calculations: 'catalog:read' }, limit: 'starts' },
  reply: configurationShape,
  handler: async (shopperContext, { full, calculations, prices, fields: _fields, ...input }) =>
    runStartConfiguration(shopperContext, input, { full, calculations, prices }),
})

export const readConfiguration = defineVerb({
  name: 'read-configuration',
  description: 'Reads a configuration.',
  method: 'GET',
  path: 'configurations/:token',
  input: {
    token: tokenArgument('configuration'),
    full: fullArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
    picture: boolean('Picture', { help: 'Adds the name of the configured picture.' }),
  },
  access: { arguments: { calculations: 'catalog:read' } },
  reply: configurationShape,
  handler: async (shopperContext, { token, full, calculations, prices, picture }) =>
    runReadConfiguration(shopperContext, token, { full, calculations, prices, picture }),
})

export const changeConfiguration = defineVerb({
  name: 'change-configuration',
  description: "Changes selections of a configuration in order, its currency, or the shopper's location.",
  method: 'PATCH',
  path: 'configurations/:token',
  input: {
    token: tokenArgument('configuration'),
    selections: changesArgument(),
    currency: currencyArgument('the current one'),
    ...locationArguments(),
    revision: revisionArgument(),
    confirmed: boolean('Confirmed', { help: 'The shopper agreed to the changes listed in `confirm`.' }),
    full: fullArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  query: ['full', 'calculations', 'prices'],
  emptied: ['country', 'state'],
  access: { arguments: { calculations: 'catalog:read' } },
  repeatable: true,
  reply: configurationShape,
  handler: async (shopperContext, { token, full, calculations, prices, fields: _fields, ...input }) =>
    runChangeConfiguration(shopperContext, token, input, {
      full,
      calculations,
      prices,
    }),
})

export const previewChange = defineVerb({
  name: 'preview-change',
  description: 'Previews the effects of a selection without changing anything.',
  method: 'POST',
  path: 'configurations/:token/preview',
  input: { token: tokenArgument('configuration'), question_id: questionArgument(), value: valueArgument() },
  access: {},
  reply: previewShape,
  handler: async (shopperContext, { token, question_id, value }) =>
    runPreviewChange(shopperContext, token, { question_id, value: value ?? null }),
})

export const undoChange = defineVerb({
  name: 'undo-change',
  description: 'Undoes the last change of a configuration.',
  method: 'POST',
  path: 'configurations/:token/undo',
  input: {
    token: tokenArgument('configuration'),
    revision: revisionArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  query: ['calculations', 'prices'],
  access: { arguments: { calculations: 'catalog:read' } },
  repeatable: true,
  reply: configurationShape,
  handler: async (shopperContext, { token, revision, calculations, prices }) =>
    applyHistoryStep(shopperContext, token, 'undo', { revision }, { calculations, prices }),
})

export const redoChange = defineVerb({
  name: 'redo-change',
  description: 'Repeats the change that was undone last.',
  method: 'POST',
  path: 'configurations/:token/redo',
  input: {
    token: tokenArgument('configuration'),
    revision: revisionArgument(),
    calculations: calculationsArgument(),
    prices: pricesArgument(),
  },
  query: ['calculations', 'prices'],
  access: { arguments: { calculations: 'catalog:read' } },
  repeatable: true,
  reply: configurationShape,
  handler: async (shopperContext, { token, revision, calculations, prices }) =>
    applyHistoryStep(shopperContext, token, 'redo', { revision }, { calculations, prices }),
})

export const priceConfiguration = defineVerb({
  name: 'price-configuration',
  description: 'Calculates the price of a configuration and the share of each question.',
  method: 'GET',
  path: 'configurations/:token/price',
  input: { token: tokenArgument('configuration'), quantity: quantityArgument() },
  access: {},
  reply: priceBreakdownShape,
  handler: async (shopperContext, { token, quantity }) => runPriceConfiguration(shopperContext, token, quantity),
})

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

export const uploadFile = defineVerb({
  name: 'upload-file',
  description: 'Uploads a file to a configuration. Its id can then be selected.',
  method: 'POST',
  path: 'configurations/:token/uploads',
  input: {
    token: tokenArgument('configuration'),
    question_id: questionArgument(),
    name: string('Name', { required: true, length: 1_000, help: "It takes the file's name." }),
  },
  query: ['question_id', 'name'],
  contentLimit: 20 * 1_048_576,
  status: 201,
  access: { limit: 'starts' },
  reply: uploadShape,
  handler: async (shopperContext, { token, question_id, name }) =>
    runUploadFile(shopperContext, token, {
      question_id,
      name,
      bytes: shopperContext.content ?? new Uint8Array(),
    }),
})

export const readUpload = defineVerb({
  name: 'read-upload',
  description: 'Reads a file that was uploaded to a configuration.',
  method: 'GET',
  path: 'configurations/:token/uploads/:file',
  input: { token: tokenArgument('configuration'), file: fileArgument() },
  access: {},
  // Uploads are downloaded, never displayed by the browser.
  reply: fileReply('application/octet-stream'),
  handler: async (shopperContext, { token, file: id }) => runReadUpload(shopperContext, token, id),
})
