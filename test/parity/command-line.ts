// Parity surface: the command line, for every action with a command. Each call starts its own app.
import { actions } from '../../core/actions/index.js'
import { nameProperties } from '../../core/foundation/property/property-map.js'
import { cliOn } from '../plugins/cli/terminal.js'
import type { Fields, Outcome, Surface, SurfaceDefinition } from './surface.js'

const commandOf = (action: string): string | undefined => actions.find(({ name }) => name === action)?.command

/** Converts `{product_id: 3, dry_run: true}` to `3 --dry-run`. Required inputs are positional arguments. */
function wordsOf(action: string, input: Fields): readonly string[] {
  const properties = Object.values(nameProperties(actions.find(({ name }) => name === action)!.input))
  const formatValue = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const options = properties.flatMap(({ name, kind, required }) => {
    const value = input[name]
    if (value === undefined || required) return []
    const flag = `--${name.replaceAll('_', '-')}`
    return kind.control === 'switch' ? [flag] : [flag, formatValue(value)]
  })
  return [...properties.filter(({ required }) => required).map(({ name }) => formatValue(input[name])), ...options]
}

export const commandLine: SurfaceDefinition = {
  name: 'command line',
  offers: (step) => step.do === 'act' && commandOf(step.action) !== undefined,
  open(database): Promise<Surface> {
    const svc = cliOn(database)
    return Promise.resolve({
      async perform(step): Promise<Outcome> {
        if (step.do !== 'act') throw new Error(`The command line has no '${step.do}'.`)
        const { code, out, err } = await svc(commandOf(step.action)!, ...wordsOf(step.action, step.input), '--json')
        if (code === 0) return { result: JSON.parse(out) as unknown }
        const { error } = JSON.parse(err) as { readonly error: { readonly code: string; readonly messages: readonly string[] } }
        return { refused: error.code, issues: error.messages.map((message) => ({ field: '', code: '', message })) }
      },
      close: () => Promise.resolve(),
    })
  },
}
