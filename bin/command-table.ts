// Generates the tables of docs/reference/cli.md: commands and scheduled tasks.
import type { Assembly } from '../core/boot/assemble.js'
import { tasks } from '../core/tasks/index.js'
import { firstSentence, listCommands } from '../plugins/cli/program.js'
import { cell, withTable } from './generated-table.js'

const interval = (seconds: number): string => (seconds === 3600 ? 'hour' : `${seconds / 60} minutes`)

/** Returns the page with both tables regenerated. */
export function withCommandTables(page: string, assembly: Pick<Assembly, 'commands' | 'registry'>): string {
  const commands = listCommands(assembly).map(({ name, description }) => `| \`${name}\` | ${cell(firstSentence(description))} |`)
  const scheduled = tasks.map(({ name, every, description }) => `| \`${name}\` | ${interval(every)} | ${cell(description)} |`)
  const withCommands = withTable(page, 'Commands', ['| command | effect |', '|---|---|', ...commands])
  return withTable(withCommands, 'Tasks', ['| task | every | effect |', '|---|---|---|', ...scheduled])
}
