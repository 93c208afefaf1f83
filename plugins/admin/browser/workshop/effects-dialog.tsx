// Shows the effects of a save on existing configurations and carts, before the save.
import type { ReactNode } from 'react'
import type { DryRun } from '../../api/shape.js'
import { SaveFindings } from '../form/save-findings.js'
import { Dialog } from '../base/dialog.js'
import { t } from '../wording/text.js'
import { tWorkshop } from './wording/workshop-text.js'

/** True if the save needs a confirmation. */
export function hasShopperEffects({ touches }: DryRun): boolean {
  return touches !== undefined && touches.configurations.length > 0
}

interface EffectsDialogProps {
  readonly would: DryRun
  readonly onAnswer: (yes: boolean) => void
}

export function EffectsDialog({ would, onAnswer }: EffectsDialogProps): ReactNode {
  const { touches, findings, quotes = 0 } = would
  const { changed = 0, refused = 0 } = touches?.outcomes ?? {}
  const lost = touches?.configurations.filter((configuration) => configuration.lost).length ?? 0
  const prices = touches?.configurations.filter(({ price }) => price !== undefined).length ?? 0
  const lines = [
    changed > 0 && tWorkshop('configurationsChanged', { count: changed }),
    refused - lost > 0 && tWorkshop('configurationsRefused', { count: refused - lost }),
    lost > 0 && tWorkshop('configurationsLost', { count: lost }),
    prices > 0 && tWorkshop('pricesMove', { count: prices }),
    touches && touches.carts.length > 0 && tWorkshop('cartsTouched', { count: touches.carts.length }),
    quotes > 0 && tWorkshop('quotesOpen', { count: quotes }),
  ].filter((line) => line !== false && line !== undefined)
  return (
    <Dialog title={tWorkshop('effectsTitle')} onClose={() => onAnswer(false)}>
      <ul className="effects">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="help">{tWorkshop('effectsOrders')}</p>
      {findings && findings.length > 0 && <SaveFindings findings={findings} />}
      <footer>
        <button type="button" onClick={() => onAnswer(false)}>
          {t('cancel')}
        </button>
        <button type="button" className="primary" onClick={() => onAnswer(true)}>
          {tWorkshop('saveAnyway')}
        </button>
      </footer>
    </Dialog>
  )
}
