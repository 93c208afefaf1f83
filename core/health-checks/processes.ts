// Checks that the service runs, that all processes have the same version, and that they can use the external services.
import { getCoreVersion } from '../foundation/version.js'
import { defineHealthCheck, doubtful, sound } from './define-health-check.js'
import { listServingProcesses, describeOutages } from '../tasks/presence.js'

export const processes = defineHealthCheck({
  name: 'processes',
  description: 'The serving processes, their versions, and the external services that they cannot use.',
  async examine({ app: { context } }) {
    const serving = await listServingProcesses(context.database, context.clock.now())
    if (serving.length === 0) return [doubtful('No process serves at the moment.', 'Start svc:serve: recurring work rests too.')]
    const versions = new Set([...serving.map(({ version }) => version), getCoreVersion()])
    const summary = serving.map(({ name, version }) => `${name} (${version})`).join(', ')
    const advice = 'Look whether the service can be reached from there and takes the key; it is tried again by itself.'
    const troubles = describeOutages(serving).map(({ sentence }) => doubtful(sentence, advice))
    if (versions.size === 1) return [sound(summary), ...troubles]
    return [
      doubtful(
        `Several versions work on one database: ${summary}; this is ${getCoreVersion()}.`,
        'Go on with the upgrade until all are of one version.',
      ),
      ...troubles,
    ]
  },
})
