// Checks settings that are not recommended in production, the parameters of payment methods, and the clock of the host.
import { defineHealthCheck, createWarning, type HealthReport, createSuccess, createFault } from './define-health-check.js'
import { listIncompleteMethods } from '../commerce/payment/offers.js'
import { ServiceContext } from '../storage/service-context.js'
import { listRecentClockReports } from '../commerce/account/clock-reports.js'

const localAddress = /^(127\.|::1$|localhost$)/

export const settings = defineHealthCheck({
  name: 'settings',
  description: 'Settings that are allowed but not recommended in production.',
  async run({ app: { config, host, context } }) {
    const { baseUrl, listenHost, demo, origins } = config
    const reports: HealthReport[] = []
    if (baseUrl === null && !localAddress.test(listenHost)) {
      const advice = "Set 'SVC_BASE_URL' to the public address of the service. Links in mails and documents need it."
      reports.push(createWarning(`The service listens on ${listenHost}, and its public address is not set.`, advice))
    }
    if (baseUrl?.startsWith('http:') && !localAddress.test(new URL(baseUrl).hostname)) {
      const advice = 'Put a proxy with a TLS certificate in front of the service, and set SVC_BASE_URL to an address with https.'
      reports.push(createWarning(`The public address ${baseUrl} is not encrypted.`, advice))
    }
    const isSeeded = context.plugins.some(({ name }) => name === 'demo')
    if (demo && isSeeded)
      reports.push(
        createWarning('The service fills an empty database with the demo shop.', "Set 'SVC_DEMO' to off in production."),
      )
    if (demo && !isSeeded && origins.demo !== 'default') {
      const advice = "Add demo() to the 'plugins' of svc.config.ts, or set 'SVC_DEMO' to off."
      reports.push(createWarning("'SVC_DEMO' is on, but no plugin provides a demo shop.", advice))
    }
    if (origins.database === 'default') {
      const advice = "Set 'SVC_DATABASE_URL'. Otherwise the database depends on the folder in which the service starts."
      reports.push(createWarning('The database is stored below the working folder (default).', advice))
    }
    return [createSuccess(`Host ${host.name}, ${baseUrl ?? `listening on ${listenHost}`}.`), ...reports]
  },
})

/** Payment methods: whether each published one has the parameters that its connector requires. */
export const paymentMethods = defineHealthCheck({
  name: 'payment-methods',
  description: 'Payment methods: whether each published one has the parameters that its connector requires.',
  async run({ app: { context } }) {
    const incomplete = await listIncompleteMethods(await new ServiceContext(context).at())
    if (incomplete.length === 0) return [createSuccess('Every published payment method has its required parameters.')]
    return incomplete.map(({ id, title, missing, missingInStore }): HealthReport => {
      const quote = (labels: readonly string[]): string => labels.map((label) => `'${label}'`).join(', ')
      const method = `The published payment method '${title}' (${id})`
      if (missing.length === 0) {
        const finding = `${method} needs ${quote(missingInStore)} of the store. It is not offered to shoppers.`
        return createWarning(finding, 'Enter it in the store details in the admin, or unpublish the payment method.')
      }
      return createFault(
        `${method} has no value for ${quote(missing)}. It is not offered to shoppers.`,
        'Enter the values in the admin, or unpublish the payment method.',
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
    if (reports.length === 0)
      return [createSuccess('No assertion was rejected in the last hour because the clock of the host is ahead.')]
    return reports.map(({ issuer, secondsAhead }): HealthReport => {
      const summary = `Assertions of '${issuer}' were rejected in the last hour: the clock of the host was ${secondsAhead} seconds ahead.`
      return createWarning(
        summary,
        'Synchronize the clocks of both machines with NTP. A difference of up to 5 seconds is accepted.',
      )
    })
  },
})
