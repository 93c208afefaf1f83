// Checks the storefront scripts: each renders an existing question type.
import type { Fault } from '../../foundation/errors.js'
import { didYouMean } from '../../foundation/message-values.js'
import type { CheckInput } from '../boot-check.js'
import { listContributions } from '../collect.js'

export function checkStorefrontModules({ contributed, registry }: CheckInput): readonly Fault[] {
  return listContributions(contributed, 'storefrontModules')
    .filter(({ item }) => !registry.questionTypes.has(item.name))
    .map(({ owner, item: { name } }) => ({
      id: 'storefront-module-type',
      owner,
      message: `'${owner}' draws the question type '${name}', which no plugin registers.${didYouMean(name, registry.questionTypes.keys())}`,
      hint: 'Name a question type, as it is written in question_type.',
    }))
}
