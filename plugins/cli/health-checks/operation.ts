// Checks of operation: production settings, payment methods, the clock of the host, processes, scheduled tasks, and the mail queue.
import {
  defineHealthCheck,
  createWarning,
  type HealthReport,
  createSuccess,
  createFault,
  createLabel,
  createMessage,
  type MessageValue,
  ServiceContext,
  listQueue,
} from '#core/contract.js'
import {
  listRecentClockReports,
  salesPayments,
  listServingProcesses,
  describeOutages,
  listLastRuns,
  serviceState,
} from '#core/surface.js'

const localAddress = /^(127\.|::1$|localhost$)/

export const settings = defineHealthCheck({
  name: 'settings',
  description: 'Settings that are allowed but not recommended in production.',
  async run({ app: { config, host, context } }) {
    const { baseUrl, listenHost, demo, origins } = config
    const reports: HealthReport[] = []
    if (baseUrl === null && !localAddress.test(listenHost)) {
      reports.push(
        createWarning(
          createMessage('checks.noPublicAddress', { address: listenHost }),
          createMessage('checks.noPublicAddressAdvice'),
        ),
      )
    }
    if (baseUrl?.startsWith('http:') && !localAddress.test(new URL(baseUrl).hostname)) {
      reports.push(
        createWarning(createMessage('checks.unencrypted', { address: baseUrl }), createMessage('checks.unencryptedAdvice')),
      )
    }
    const isSeeded = context.plugins.some(({ name }) => name === 'demo')
    if (demo && isSeeded) reports.push(createWarning(createMessage('checks.demoShop'), createMessage('checks.demoShopAdvice')))
    if (demo && !isSeeded && origins.demo !== 'default') {
      reports.push(createWarning(createMessage('checks.noDemoShop'), createMessage('checks.noDemoShopAdvice')))
    }
    if (origins.database === 'default') {
      reports.push(createWarning(createMessage('checks.defaultDatabase'), createMessage('checks.defaultDatabaseAdvice')))
    }
    const address = { host: host.name, address: baseUrl ?? listenHost }
    const summary = createMessage(baseUrl === null ? 'checks.hostListening' : 'checks.hostWithAddress', address)
    return [createSuccess(summary), ...reports]
  },
})

/** Payment methods: whether each published one has the parameters that its connector requires. */
export const paymentMethods = defineHealthCheck({
  name: 'payment-methods',
  description: 'Payment methods: whether each published one has the parameters that its connector requires.',
  async run({ app: { context } }) {
    const incomplete = await salesPayments.listIncompleteMethods(await new ServiceContext(context).at())
    if (incomplete.length === 0) return [createSuccess(createMessage('checks.methodsComplete'))]
    return incomplete.map(({ id, title, missing, missingInStore }): HealthReport => {
      const toFields = (labels: readonly string[]): MessageValue =>
        labels.map((label) => createMessage('errors.quoted', { text: createLabel('field', label) }))
      const method = { method: title, id: String(id) }
      if (missing.length === 0)
        return createWarning(
          createMessage('checks.methodNeedsStore', { ...method, fields: toFields(missingInStore) }),
          createMessage('checks.methodNeedsStoreAdvice'),
        )
      return createFault(
        createMessage('checks.methodIncomplete', { ...method, fields: toFields(missing) }),
        createMessage('checks.methodIncompleteAdvice'),
      )
    })
  },
})

/** Checks whether assertions of the host were refused because its clock is ahead of this machine's. */
export const hostClock = defineHealthCheck({
  name: 'host-clock',
  description: 'Assertions of the host: whether some were rejected because the clock of the host is ahead.',
  async run({ app: { context } }) {
    const reports = await listRecentClockReports(context)
    if (reports.length === 0) return [createSuccess(createMessage('checks.hostClockFine'))]
    return reports.map(({ issuer, secondsAhead }): HealthReport => {
      return createWarning(
        createMessage('checks.hostClockAhead', { issuer, seconds: secondsAhead }),
        createMessage('checks.hostClockAheadAdvice'),
      )
    })
  },
})

export const processes = defineHealthCheck({
  name: 'processes',
  description: 'The serving processes, their versions, and the external services that they cannot use.',
  async run({ app: { context } }) {
    const serving = await listServingProcesses(context.database, context.clock.now())
    if (serving.length === 0) return [createWarning(createMessage('checks.notServing'), createMessage('checks.notServingAdvice'))]
    const versions = new Set([...serving.map(({ version }) => version), serviceState.getCoreVersion()])
    const summary = serving.map(({ name, version }) => `${name} (${version})`).join(', ')
    const troubles = describeOutages(serving).map(({ message }) => createWarning(message, createMessage('checks.outageAdvice')))
    if (versions.size === 1) return [createSuccess(summary), ...troubles]
    return [
      createWarning(
        createMessage('checks.mixedVersions', { processes: summary, own: serviceState.getCoreVersion() }),
        createMessage('checks.mixedVersionsAdvice'),
      ),
      ...troubles,
    ]
  },
})

/** Accepted delay: this many intervals, but at least a quarter of an hour. */
const acceptedIntervals = 3
const minimumDelay = 15 * 60_000

/** Checks that each scheduled task runs as often as it should. */
export const recurring = defineHealthCheck({
  name: 'tasks',
  description: 'Scheduled tasks: whether each runs as often as it should.',
  async run({ app: { context }, tasks }) {
    const runs = await listLastRuns(context.database)
    const now = context.clock.now()
    const late = tasks.flatMap(({ item: { name, every } }): readonly HealthReport[] => {
      const last = runs.get(name)
      if (last === undefined || now - last < Math.max(minimumDelay, every * 1000 * acceptedIntervals)) return []
      const summary = createMessage('checks.lateTask', {
        task: name,
        time: new Date(last).toISOString(),
        minutes: Math.round(every / 60),
      })
      return [createWarning(summary, createMessage('checks.lateTaskAdvice'))]
    })
    return late.length > 0 ? late : [createSuccess(createMessage('checks.tasksRun', { count: runs.size }))]
  },
})

/** Checks the mail queue for abandoned mails. */
export const mails = defineHealthCheck({
  name: 'mails',
  description: 'The mail queue: whether any mail could not be delivered.',
  async run({ app: { context } }) {
    const { waiting, givenUp: abandoned } = await serviceState.countQueuedMails(context.database)
    if (abandoned === 0) return [createSuccess(createMessage('checks.mailsQueued', { count: waiting }))]
    const entries = await listQueue(context, 1_000)
    const last = entries.findLast(({ next_attempt: next }) => next === null)?.failure || createMessage('checks.noReply')
    return [
      createWarning(
        createMessage('checks.mailsFailed', { count: abandoned, reply: last }),
        createMessage('checks.mailsFailedAdvice'),
      ),
    ]
  },
})
