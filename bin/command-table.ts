// Generates the tables of docs/reference/cli.md: commands and scheduled tasks.
import type { Assembly } from '../core/boot/assemble.js'
import { listContributions } from '../core/boot/collect.js'
import { getFirstSentence } from '../plugins/cli/help.js'
import { listCommands } from '../plugins/cli/program.js'
import { escapeTableCell, replaceTable } from './generated-table.js'

function formatInterval(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`
  return seconds === 3600 ? 'hour' : `${seconds / 60} minutes`
}

/** Returns the page with both tables regenerated. */
export function replaceCommandTables(page: string, assembly: Pick<Assembly, 'commands' | 'contributed' | 'registry'>): string {
  const commands = listCommands(assembly).map(
    ({ name, description }) => `| \`${name}\` | ${escapeTableCell(getFirstSentence(description))} |`,
  )
  const scheduled = listContributions(assembly.contributed, 'tasks').map(
    ({ item: { name, every, description } }) => `| \`${name}\` | ${formatInterval(every)} | ${escapeTableCell(description)} |`,
  )
  const withCommands = replaceTable(page, 'Commands', ['| command | effect |', '|---|---|', ...commands])
  return replaceTable(withCommands, 'Tasks', ['| task | every | effect |', '|---|---|---|', ...scheduled])
}
