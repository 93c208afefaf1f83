// The generated tables of docs/reference/cli.md: the commands of the program, and the scheduled tasks.
import type { Assembly } from '../core/boot/assemble.js'
import { tasks } from '../core/tasks/index.js'
import { firstSentence, listCommands } from '../plugins/cli/program.js'

const cell = (text: string): string => text.replaceAll('|', '\\|')
const minutes = (seconds: number): string => (seconds === 3600 ? 'hour' : `${seconds / 60} minutes`)

/** The page with the text between the two marks of a table replaced. Throws if the page lacks the marks. */
function withTable(page: string, name: string, lines: readonly string[]): string {
  const [beginning, end] = [`<!-- ${name}: written by npm run generate. -->`, `<!-- End of ${name}. -->`]
  const [before, rest] = page.split(beginning)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`The page lacks '${beginning}' or '${end}'.`)
  return `${before}${beginning}\n\n${lines.join('\n')}\n\n${end}${after}`
}

/** The page with both tables renewed. */
export function withCommandTables(page: string, assembly: Pick<Assembly, 'commands' | 'registry'>): string {
  const commands = listCommands(assembly).map(({ name, description }) => `| \`${name}\` | ${cell(firstSentence(description))} |`)
  const scheduled = tasks.map(({ name, every, description }) => `| \`${name}\` | ${minutes(every)} | ${cell(description)} |`)
  const withCommands = withTable(page, 'Commands', ['| command | effect |', '|---|---|', ...commands])
  return withTable(withCommands, 'Tasks', ['| task | every | effect |', '|---|---|---|', ...scheduled])
}
