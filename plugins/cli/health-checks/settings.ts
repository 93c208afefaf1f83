// Checks settings that are not recommended in production, the parameters of payment methods, and the clock of the host.
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
} from '#core/contract.js'
import { listRecentClockReports, salesPayments } from '#core/surface.js'

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
