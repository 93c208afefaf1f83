// Generates docs/reference/mcp-tools.md: every tool with its arguments, hints, scopes and an example, from the list that assistants get.
import type { Scope } from '#core/contract.js'
import { type ActionDeclaration, type Registry, accessRules } from '#core/surface.js'
import { findAction, type ListedTool, listTools } from './tool/tool-list.js'

interface Argument {
  readonly type?: unknown
  readonly description?: string
  readonly enum?: readonly unknown[]
}

const writeScopes = accessRules.grantableScopes.filter((scope) => scope.endsWith(':write'))
const formatScopes = (scopes: readonly Scope[]): string => scopes.map((scope) => `\`${scope}\``).join(' and ')

function describeScopes(action: ActionDeclaration): string {
  const { all = [], any } = accessRules.requiredScopesOfAction(action) ?? {}
  const own =
    any === undefined
      ? formatScopes(all)
      : any.length === writeScopes.length
        ? 'any write scope'
        : any.map((scope) => `\`${scope}\``).join(' or ')
  const more = typeof action.needs === 'function' ? ', and `code:write` for a code body' : ''
  const level = action.entity?.operation
  const area =
    level === undefined ? '' : `, then \`<area>:${level === 'list' || level === 'read' ? 'read' : 'write'}\` of the entity`
  return own + more + area
}

function describeHints({ annotations: { readOnlyHint, destructiveHint, idempotentHint } }: ListedTool): string {
  const words = [
    readOnlyHint ? 'reads only' : 'writes',
    ...(destructiveHint ? ['destructive'] : []),
    ...(idempotentHint && !readOnlyHint ? ['idempotent'] : []),
  ]
  return words.join(', ')
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function argumentRows({ inputSchema }: ListedTool): readonly string[] {
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, Argument>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { type, description = '', enum: values }]) => {
    const choices = values && values.length <= 6 ? ` One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.` : ''
    return `| \`${name}\`${required.includes(name) ? ' !' : ''} | ${String(type)} | ${escapeCell(description + choices)} |`
  })
}

function toSection(tool: ListedTool, action: ActionDeclaration): string {
  const rows = argumentRows(tool)
  const table = rows.length === 0 ? ['No arguments.'] : ['| argument | type | meaning |', '|---|---|---|', ...rows]
  const example = { name: tool.name, arguments: action.example ?? {} }
  const command = action.command === undefined ? [] : ['', `As a command: \`${action.command}\`.`]
  return [
    `## ${tool.name}`,
    '',
    tool.description,
    '',
    `Needs ${describeScopes(action)}. Hints: ${describeHints(tool)}.`,
    '',
    ...table,
    '',
    '```json',
    JSON.stringify(example),
    '```',
    ...command,
  ].join('\n')
}

const introduction = `# MCP tools

For developers who connect assistants: every tool with its arguments, scopes and an example. \`npm run generate\` writes this page.
[Connect an assistant](../guides/assistants.md) shows the connection.

An argument with ! is required. Over HTTP a tool is listed if the scopes of the token allow it. Over stdio all tools are listed, unless
\`--read-only\`, \`--scope\` or \`--preset\` limits them. Each result is returned as text and as structured content. An error names the next
step. Writes are live immediately and cannot be undone. Over HTTP, writes accept an \`Idempotency-Key\`: a repetition within a day returns
the first result, and the change is made once.
`

/** Lists the tools of a full grant. */
export function toolsDocument(registry: Registry): string {
  const sections = listTools(registry, accessRules.fullGrant).flatMap((tool) => {
    const action = findAction(registry, tool.name)
    return action ? [toSection(tool, action)] : []
  })
  return `${[introduction, ...sections].join('\n\n').replaceAll('\n\n\n', '\n\n')}\n`
}
