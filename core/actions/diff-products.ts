// Compares two states of products in plain sentences: products of the shop, packages or sheets.
import { compareSources as compare } from '../transfer/diff/diff.js'
import { defineAction } from './define-action.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'
import type { Comparison } from '../transfer/diff/define.js'
import { maxSheetLength } from '../transfer/sheet/define.js'

const stateHelp = "The id of a product, a package such as 'blind.zip' or 'blind.zip#3', or the text of a sheet."

export const diffProducts = defineAction({
  name: 'diff-products',
  description:
    'Compares two states of products: rules by their meaning, tables cell by cell. ' +
    'A state is a product of the shop, a transfer package or a sheet. Changes nothing.',
  input: {
    from: string('From', { required: true, long: true, length: maxSheetLength, help: stateHelp }),
    to: string('To', {
      long: true,
      length: maxSheetLength,
      help: "The second state, in the same form. Default: the shop's state of the same products.",
    }),
  },
  // Not a tool, because each tool lengthens every conversation. Assistants can read sheets and compare them.
  tool: false,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { from: '1', to: 'blind.zip' },
  async run({ context, caller }, { from, to }): Promise<Comparison> {
    return compare(new ServiceContext(context), { from, to, caller })
  },
})
