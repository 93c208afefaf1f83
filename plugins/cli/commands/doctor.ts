// Runs the health checks of the installation and prints findings with advice.
import { type Health, type HealthReport, ServiceError, createMessage, toErrorMessage, type Message } from '#core/contract.js'
import { BootError, getMessage, type HealthCheckResult, messageText } from '#core/surface.js'
import { defineCliCommand, type Invocation } from '../command.js'

interface HealthSummary {
  readonly health: Health
  readonly checks: readonly HealthCheckResult[]
}

const healthMarks: Readonly<Record<Health, string>> = { ok: 'OK', warning: 'WARN', error: 'FAIL' }

function findWorstHealth(healthReports: readonly HealthReport[]): Health {
  const healths = new Set(healthReports.map(({ health }) => health))
  return healths.has('error') ? 'error' : healths.has('warning') ? 'warning' : 'ok'
}

function formatCheck({ health, finding, advice }: HealthReport, name: string): string {
  // The program has written both in the language of the terminal.
  const line = `${healthMarks[health].padEnd(4)}  ${name.padEnd(11)}  ${messageText(finding)}`
  return advice === undefined ? line : `${line}\n${' '.repeat(19)}${messageText(advice)}`
}

const summary: Readonly<Record<Health, Message>> = {
  ok: createMessage('checks.allWell'),
  warning: createMessage('checks.warnings'),
  error: createMessage('checks.faults'),
}

/** The outcome if the installation cannot be opened: only that error, or the faults of its composition. */
function formatUnopenedCheck(error: unknown): HealthSummary {
  if (error instanceof BootError) {
    const checks = error.faults.map((fault) => ({
      check: 'start',
      owner: fault.owner,
      reports: [{ health: 'error', finding: getMessage(fault), advice: getMessage(fault.hint) } as const],
    }))
    return { health: 'error', checks }
  }
  if (!(error instanceof ServiceError)) throw error
  const advice = createMessage('checks.startFailedAdvice')
  const reports = [{ health: 'error', finding: toErrorMessage(error), advice } as const]
  return { health: 'error', checks: [{ check: 'start', owner: 'core', reports }] }
}

async function executeHealthChecks({ open, assemble }: Invocation): Promise<HealthSummary> {
  const { runHealthChecks, coreOwner, listContributions, tasks } = await import('#core/surface.js')
  const { healthChecks } = await import('../health-checks/index.js')
  const { contributed } = await assemble()
  const app = await open({ migrations: 'none', starts: false })
  const all = [...healthChecks.map((item) => ({ owner: coreOwner, item })), ...listContributions(contributed, 'healthChecks')]
  const recurring = [
    ...tasks.map((item) => ({ owner: coreOwner, item })),
    ...listContributions(contributed, 'tasks').filter(({ owner }) => owner !== coreOwner),
  ]
  const checks = await runHealthChecks({ app, tasks: recurring }, all)
  return { health: findWorstHealth(checks.flatMap(({ reports }) => reports)), checks }
}

export const doctorCommand = defineCliCommand({
  name: 'svc:doctor',
  description: 'Checks the installation for problems and suggests how to fix them. Changes nothing.',
  examples: ['svc:doctor', 'svc:doctor --json'],
  text: ({ health, checks }: HealthSummary, write) =>
    [
      ...checks.flatMap(({ check: checkName, reports }) => reports.map((report) => formatCheck(report, checkName))),
      write(summary[health]),
    ].join('\n'),
  failed: ({ health }: HealthSummary) => health === 'error',
  run: (invocation) => executeHealthChecks(invocation).catch(formatUnopenedCheck),
})
