// Merges two states of a product with a common base into one sheet and lists the conflicts.
import { createMergeReport as merge } from '../transfer/merge/merge.js'
import { defineAction } from './define-action.js'
import { dropdown } from '../model/properties/dropdown.js'
import { string } from '../model/properties/string.js'
import { ServiceContext } from '../storage/service-context.js'
import { type Merge, mergeSides } from '../transfer/merge/define.js'
import { maxSheetLength } from '../transfer/sheet/define.js'

const state = (label: string, help: string) =>
  string(label, {
    required: true,
    long: true,
    length: maxSheetLength,
    help: `${help}: the id of a product, a package such as 'blind.zip#3', or the text of a sheet.`,
  })

export const mergeProducts = defineAction({
  name: 'merge-products',
  description:
    'Merges two states of a product with a common base into one sheet. Contradictory changes are listed as conflicts. ' +
    'Equivalent rules are not a conflict. Changes nothing.',
  input: {
    base: state('Base', 'The common base'),
    ours: state('Ours', 'One side'),
    theirs: state('Theirs', 'The other side'),
    prefer: dropdown('Prefer', {
      choices: mergeSides,
      help: 'The side that wins conflicts. Default: conflicts are reported and no sheet is created.',
    }),
  },
  // Not a tool, because each tool lengthens every conversation. Assistants can read sheets and merge them.
  tool: false,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  needs: { all: ['catalog:read'] },
  example: { base: 'blind.zip', ours: '1', theirs: 'theirs.zip' },
  async run({ context, caller }, input): Promise<Merge> {
    return merge(new ServiceContext(context), { ...input, caller })
  },
})
