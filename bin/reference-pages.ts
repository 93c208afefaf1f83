// Generates the reference pages: error codes, events, settings, entities, property kinds and scopes.
import { areas, baseScope, grantableScopes, presets } from '../core/foundation/access.js'
import { describeErrorCode, errorCodes } from '../core/foundation/errors.js'
import { messageText } from '../core/foundation/message-format.js'
import { events } from '../core/foundation/events.js'
import type { Property } from '../core/foundation/property/kind.js'
import type { Entity } from '../core/model/entity/define.js'
import type { Registry } from '../core/model/registry.js'
import { toEntityTable } from '../core/model/schema/columns.js'
import { settingDeclarations, settingNames } from '../core/settings.js'
import { errorStatuses } from '../plugins/http/problem-reply.js'
import { propertyKinds } from '../core/model/properties/index.js'
import { escapeTableCell, replaceTable } from './generated-table.js'
import { formatMemberTable, parseMembers } from './plugin-reference.js'

/** docs/reference/errors.md with the section of each code regenerated. */
export function replaceErrorSections(page: string): string {
  const sections = errorCodes.map((code) => {
    const { meaning, next } = describeErrorCode(code)
    return `## ${code}\n\nStatus ${errorStatuses[code]}. ${messageText(meaning)}\n${messageText(next)}\n`
  })
  return replaceTable(page, 'Errors', [sections.join('\n').trimEnd()])
}

/** docs/reference/events.md with its table regenerated. */
export function replaceEventTable(page: string): string {
  const rows = Object.entries(events).map(([name, { when, payload }]) => {
    const fields = Object.entries(payload).map(([field, type]) => `\`${field}\`: ${type}`)
    return `| \`${name}\` | ${fields.join(', ')} | ${escapeTableCell(when)} |`
  })
  return replaceTable(page, 'Events', ['| event | payload | when |', '|---|---|---|', ...rows])
}

/** docs/reference/configuration.md with its table regenerated. The last column, the default, is hand-written and preserved. */
export function replaceSettingsTable(page: string): string {
  const defaults = new Map([...page.matchAll(/^\| `(\w+)` \|.*\| ([^|]*) \|$/gm)].map(([, name, text]) => [name, text]))
  const rows = settingNames.map((name) => {
    const { variable, help } = settingDeclarations[name]
    // Remove the default from the help text, because the last column contains it.
    const sentence = escapeTableCell(help.replace(/; [^;]*(if left out|by default)[^;]*$/, '').replace(/([^.])$/, '$1.'))
    return `| \`${name}\` |${variable === null ? '' : ` \`${variable}\``} | ${sentence} | ${defaults.get(name) ?? ''} |`
  })
  return replaceTable(page, 'Settings', ['| in `svc.config.ts` | variable | meaning | default |', '|---|---|---|---|', ...rows])
}

function formatPropertyNotes(property: Property): string {
  const { required, translatable, readOnly, locked, apiSensitive, platforms, appliesWhen, help, label } = property
  const notes = [
    required && 'Required.',
    translatable && 'One text per language.',
    readOnly && 'Set by the service.',
    locked && 'Fixed after creation.',
    apiSensitive && 'Never returned.',
    platforms && `Used on ${platforms.map((platform) => `\`${platform}\``).join(', ')}.`,
    appliesWhen &&
      `Used if \`${appliesWhen.property}\` is ${appliesWhen.values.map((value) => `\`${String(value)}\``).join(' or ')}.`,
    help,
  ]
  return escapeTableCell([`${label}.`, ...notes.filter((note) => typeof note === 'string')].join(' '))
}

function formatEntitySection(entity: Entity): string {
  const rows = Object.values(entity.properties).map(
    (property) => `| \`${property.name}\` | ${property.kind.name} | ${formatPropertyNotes(property)} |`,
  )
  return [
    `### ${entity.name}`,
    `Label: ${entity.label}. Table: \`${toEntityTable(entity).name}\`.`,
    `| field | kind | meaning |\n|---|---|---|\n${rows.join('\n')}`,
  ].join('\n\n')
}

/** docs/reference/entities.md: every entity of the registry with its table and fields, grouped by area. */
export function createEntitiesPage(registry: Registry): string {
  const entities = [...registry.entities.values()]
  const areas = [...new Set(entities.map(({ area }) => area))]
  const sections = areas.flatMap((area) => [
    `## Area ${area}`,
    ...entities.filter((entity) => entity.area === area).map(formatEntitySection),
  ])
  return `${[
    '# Entities',
    'For developers: every entity of the core and of the stock plugin, with its database table and its fields. `npm run generate` writes this page. Customizations add entities and fields; `svc_describe_entity` and `/svc-api/docs` show those of your installation.',
    'The [entity REST API](rest.md) reads and writes the entities that it lists at `/svc-api/v1/`. A kind is the type of a field.',
    ...sections,
  ].join('\n\n')}\n`
}

/**
 * docs/reference/property-kinds.md: every core kind with its options. `read` returns a source file by its path from the repository root.
 */
export function createPropertyKindsPage(read: (path: string) => string): string {
  const sections = propertyKinds.map(({ name }) => {
    const source = read(`core/model/properties/${name}.ts`)
    const sentence = /^\/\/ The `[^`]+` (?:property )?kind: (.+)$/m.exec(source)?.[1] ?? ''
    const options = /^export interface (\w+Options) \{/m.exec(source)?.[1]
    const text = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
    return [`## ${name}`, text, ...(options === undefined ? [] : [formatMemberTable(parseMembers(source, options))])].join('\n\n')
  })
  return `${[
    '# Property kinds',
    'For developers of entities and customizations: every kind of field with its options. `npm run generate` writes this page. [Entities](entities.md) lists the fields of each kind, and [the plugin contract](plugins.md#a-property-kind) shows how to write a kind.',
    '## Options of every property',
    formatMemberTable(parseMembers(read('core/foundation/property/kind.ts'), 'PropertyOptions')),
    ...sections,
  ].join('\n\n')}\n`
}

/** docs/reference/scopes.md: scopes, presets, and the entities of each area. */
export function createScopesPage(registry: Registry): string {
  const entities = (area: string): string =>
    [...registry.entities.values()]
      .filter((entity) => entity.area === area)
      .map(({ name }) => `[${name}](entities.md#${name})`)
      .join(', ')
  const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')
  const rows = areas.map(
    (area) => `| ${area} | ${code(grantableScopes.filter((scope) => scope.startsWith(`${area}:`)))} | ${entities(area)} |`,
  )
  const presetRows = Object.entries(presets).map(([name, scopes]) => `| \`${name}\` | ${code(scopes)} |`)
  return `${[
    '# Scopes',
    'For operators and developers: the rights of tokens, admin accounts and assistants. `npm run generate` writes this page.',
    `A scope is an area and a level. \`write\` includes \`read\`. Every token has \`${baseScope}\`. Grant scopes with \`--scope\`, or a preset with \`--preset\`. [MCP tools](mcp-tools.md) lists the scopes of each tool.`,
    '## Areas',
    ['| area | scopes | entities |', '|---|---|---|', ...rows].join('\n'),
    '## Presets',
    ['| preset | scopes |', '|---|---|', ...presetRows].join('\n'),
  ].join('\n\n')}\n`
}
