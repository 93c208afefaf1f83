// The examples in the help of commands: each is valid input when typed in a shell.
import { expect } from 'chai'
import type { Action } from '../../../core/actions/define-action.js'
import { prepareInput } from '../../../core/foundation/property/property-map.js'
import { createActionCommand, createCommandNamer } from '../../../plugins/cli/command.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

/** The words of a line as a shell splits them. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/s, '$1'))

describe('the examples of commands', () => {
  let app: TestApp
  before(async () => {
    app = await bootTestApp()
  })
  after(() => app?.stop())

  it('are accepted as typed', () => {
    const spell = createCommandNamer(app.context.registry)
    const tried: string[] = []
    for (const action of app.context.registry.actions.values()) {
      if (action.command === undefined) continue
      const { examples, positional = [] } = createActionCommand(action as Action<never>, action.command, spell)
      for (const example of examples) {
        const [name, ...words] = wordsOf(example)
        const input = Object.fromEntries(positional.map((property, index) => [property, words[index]]))
        expect(
          () => prepareInput(action.input, input, { argument: 'option', owner: `command '${name}'` }),
          example,
        ).not.to.throw()
        tried.push(name!)
      }
    }
    expect(tried).to.include.members(['svc:product:export', 'svc:product:prove', 'svc:product:copy'])
  })

  it('accept ids in every supported notation', () => {
    const { input } = app.context.registry.actions.get('export-product')!
    const ids = (typed: unknown): unknown =>
      prepareInput(input, { product_ids: typed }, { argument: 'option', owner: 'command' })['product_ids' as never]
    for (const typed of ['3', ' 3 ', '[3]', 3, [3]]) expect(ids(typed)).to.deep.equal([3])
    for (const typed of ['3,4', '3, 4', '[3, 4]', ' [ 3,4 ] ', [3, 4]]) expect(ids(typed)).to.deep.equal([3, 4])
    for (const typed of ['', '[]', '3,', '[3', '[[3]]', '3 4', 'three', '-3', '0', '[3, 3]', '3.5'])
      expect(() => ids(typed), typed).to.throw()
  })
})
