// Core texts name an action by its own name. Each interface replaces it with the name that its callers use.
import { expect } from 'chai'
import { actions as coreActions } from '../../core/actions/index.js'
import { replaceActionNames } from '../../core/actions/define-action.js'
import { mcpCommand } from '../../plugins/mcp/index.js'
import { packageActions } from '../../plugins/packages/actions.js'
import { sheetActions } from '../../plugins/sheets/actions.js'
import { toToolName } from '../../plugins/mcp/tool/tool-list.js'
import { readSourceFiles } from '../support/repository.js'

/** The entity API names the MCP tool next to its own address, for assistants that read an error. */
const exempt = 'plugins/rest/route-names.ts'
const core = readSourceFiles().filter(
  ({ path }) => /^(core|plugins\/(stock|rest|http|runtime|packages|sheets|storefront|cli))\//.test(path) && path !== exempt,
)
const actions = [...coreActions, ...packageActions, ...sheetActions]
const tools = actions.map(({ name }) => toToolName(name))
const commands = new Map(actions.map((action) => [action.name, action.command]))

/** The actions that a text names. */
function actionsIn(text: string): readonly string[] {
  const names: string[] = []
  replaceActionNames(text, (name) => {
    names.push(name)
    return null
  })
  return names
}

describe('action names in texts', () => {
  it('are no MCP tool names outside the MCP server', () => {
    const pattern = new RegExp(`\\b(${tools.join('|')})\\b`)
    const matches = core.flatMap(({ path, text }) => (pattern.test(text) ? [`${path}: ${pattern.exec(text)?.[0]}`] : []))
    expect(matches).to.deep.equal([])
  })

  it('belong to existing actions', () => {
    const mentions = core.flatMap(({ path, text }) => actionsIn(text).map((name) => ({ path, name })))
    expect(mentions.length).to.be.greaterThan(20)
    expect(mentions.filter(({ path, name }) => !commands.has(name) && path !== 'core/actions/define-action.ts')).to.deep.equal([])
  })

  it('belong to actions with a command if they are in the help of a command', () => {
    const helped = actions.filter((action) => action.command !== undefined)
    const mentions = helped.flatMap(({ name, description, input }) =>
      [description, ...Object.values(input).map(({ help = '' }) => help)].flatMap(actionsIn).map((other) => ({ name, other })),
    )
    expect(mentions.filter(({ other }) => commands.get(other) === undefined)).to.deep.equal([])
    expect([mcpCommand.description, ...mcpCommand.examples].flatMap(actionsIn)).to.deep.equal([])
  })

  it('are replaced by each interface, and stay unchanged if the interface has no such action', () => {
    const spell = (name: string): string | null => (name === 'clear-cache' ? 'svc:cache:clear' : null)
    expect(replaceActionNames('The action clear-cache helps; call the action get-entity. The action is live.', spell)).to.equal(
      'svc:cache:clear helps; call the action get-entity. The action is live.',
    )
  })
})
