// Runs the health checks of the installation and prints findings with advice.
import { type Health, type HealthReport, ServiceError } from '#core/contract.js'
import { BootError, type HealthCheckResult } from '#core/surface.js'
import { defineCliCommand, type Invocation } from '../command.js'

interface HealthSummary {
  readonly health: Health
  readonly examined: readonly HealthCheckResult[]
}

const healthMarks: Readonly<Record<Health, string>> = { sound: 'ok', doubtful: 'look', broken: 'MEND' }

function findWorstHealth(opinions: readonly HealthReport[]): Health {
  const healths = new Set(opinions.map(({ health }) => health))
  return healths.has('broken') ? 'broken' : healths.has('doubtful') ? 'doubtful' : 'sound'
}

function formatCheck({ health, found: finding, advice }: HealthReport, name: string): string {
  const line = `${healthMarks[health].padEnd(4)}  ${name.padEnd(11)}  ${finding}`
  return advice === undefined ? line : `${line}\n${' '.repeat(19)}${advice}`
}

const summary: Readonly<Record<Health, string>> = {
  sound: 'All is sound.',
  doubtful: "Everything works. Check the results marked 'look'.",
  broken: "The results marked 'MEND' do not work.",
}

/** The outcome if the installation cannot be opened: only that error. */
function formatUnopenedCheck(error: unknown): HealthSummary {
  const isReportable = error instanceof BootError || error instanceof ServiceError
  if (!isReportable) throw error
  const opinion: HealthReport = { health: 'broken', found: error.message, advice: 'Fix the problem, then run the command again.' }
  return { health: 'broken', examined: [{ check: 'start', owner: 'core', opinions: [opinion] }] }
}

async function executeHealthChecks({ open, assemble }: Invocation): Promise<HealthSummary> {
  const { runHealthChecks, healthChecks, coreOwner, listContributions, tasks } = await import('#core/surface.js')
  const { contributed } = await assemble()
  const app = await open({ migrations: 'none', starts: false })
  const all = [...healthChecks.map((item) => ({ owner: coreOwner, item })), ...listContributions(contributed, 'healthChecks')]
  const recurring = [
    ...tasks.map((item) => ({ owner: coreOwner, item })),
    ...listContributions(contributed, 'tasks').filter(({ owner }) => owner !== coreOwner),
  ]
  const examined = await runHealthChecks({ app, tasks: recurring }, all)
  return { health: findWorstHealth(examined.flatMap(({ opinions }) => opinions)), examined }
}

export const doctorCommand = defineCliCommand({
  name: 'svc:doctor',
  description: 'Checks the installation for problems and suggests how to fix them. Changes nothing.',
  examples: ['svc:doctor', 'svc:doctor --json'],
  text: ({ health, examined }: HealthSummary) =>
    [
      ...examined.flatMap(({ check: checkName, opinions }) => opinions.map((opinion) => formatCheck(opinion, checkName))),
      summary[health],
    ].join('\n'),
  failed: ({ health }: HealthSummary) => health === 'broken',
  run: (invocation) => executeHealthChecks(invocation).catch(formatUnopenedCheck),
})
