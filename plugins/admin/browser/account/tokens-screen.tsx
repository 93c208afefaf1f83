// API tokens: create with selected rights, show once, and revoke.
import { type ReactNode, useState } from 'react'
import type { MintedToken, TokenRow } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { askConfirmation, Dialog } from '../base/dialog.js'
import { Icon } from '../base/icon.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { canWriteScreen, TableScreen } from '../table/table-screen.js'
import { formatTime, t } from '../wording/text.js'
import { SecretDisplay } from './secret-display.js'
import { formatScope, initialRights, ScopeChoice } from './scope-choice.js'
import { FormInput, SmallForm } from './small-form.js'

function CreateTokenDialog({ onClose, onMinted }: { readonly onClose: () => void; readonly onMinted: () => void }): ReactNode {
  const [rights, setRights] = useState(initialRights)
  const [minted, setMinted] = useState<MintedToken | null>(null)
  return (
    <Dialog title={t('mintToken')} onClose={onClose}>
      {minted ? (
        <SecretDisplay label={t('tokenOnce')} secret={minted.token} />
      ) : (
        <SmallForm
          button={t('mint')}
          onCancel={{ label: t('cancel'), run: onClose }}
          onSend={async ({ name, expires }) => {
            const { preset, scopes } = rights
            const body = {
              name,
              ...(preset !== '' && { preset }),
              ...(scopes.length > 0 && { scopes }),
              ...(expires && { expires }),
            }
            setMinted(await requestBody<MintedToken>('POST', 'tokens', { body }))
            onMinted()
          }}
        >
          <FormInput name="name" label={t('name')} />
          <ScopeChoice value={rights} onChange={setRights} />
          <FormInput name="expires" label={t('expires')} type="date" optional />
        </SmallForm>
      )}
    </Dialog>
  )
}

function getTokenState({ revoked, expires }: TokenRow): 'active' | 'expired' | 'revoked' {
  if (revoked !== null) return 'revoked'
  return expires !== null && new Date(expires) < new Date() ? 'expired' : 'active'
}

export function TokensScreen(props: ScreenProps): ReactNode {
  const [minting, setMinting] = useState(false)
  const writes = canWriteScreen(props, 'tokens')
  const revoke = async ({ id, name }: TokenRow): Promise<void> => {
    const sure = await askConfirmation({
      title: t('revokeTitle', { name }),
      text: t('revokeText'),
      yes: t('revoke'),
      destructive: true,
    })
    if (sure) await requestBody('DELETE', `tokens/${id}`)
  }
  return (
    <TableScreen<TokenRow>
      title={t('tokens')}
      lead={t('tokensLead')}
      queryKey={['tokens']}
      load={(signal) => requestBody('GET', 'tokens', { signal })}
      keyOf={({ id }) => id}
      empty={t('noTokens')}
      head={{ label: t('name'), cell: ({ name }) => name }}
      columns={[
        { label: t('scopes'), cell: ({ scopes }) => scopes.map(formatScope).join(', ') },
        { label: t('state'), cell: (row) => <span className={`badge ${getTokenState(row)}`}>{t(getTokenState(row))}</span> },
        { label: t('expires'), cell: ({ expires }) => (expires === null ? t('never') : formatTime(expires)) },
        { label: t('lastUsed'), cell: ({ lastUsed }) => (lastUsed === null ? t('never') : formatTime(lastUsed)) },
      ]}
      begin={() =>
        writes && (
          <button type="button" className="primary" onClick={() => setMinting(true)}>
            <Icon name="plus" size={16} /> {t('mintToken')}
          </button>
        )
      }
      actions={(row, run) =>
        writes &&
        row.revoked === null && (
          <button type="button" aria-label={`${t('revoke')}: ${row.name}`} onClick={() => run(revoke(row))}>
            {t('revoke')}
          </button>
        )
      }
    >
      {(again) => minting && <CreateTokenDialog onClose={() => setMinting(false)} onMinted={again} />}
    </TableScreen>
  )
}
