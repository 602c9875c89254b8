/** A new invitation: its link for the share sheet, to copy, and as a QR code. */
import { useContext, useRef } from 'react';
import type { NewInvitation } from '#client/ports/sharing-api.ts';
import { share as words } from '#web/messages/en/lists.ts';
import { useApp } from '#web/shopper/app-context.ts';
import { useShopper } from '#web/shopper/shopper-context.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { ToasterContext } from '#web/ui/toasts/toaster.ts';
import { useChunk } from '#web/ui/use-chunk.ts';
import { useFirstFocus } from '#web/ui/use-first-focus.ts';
import { describeValidity } from './describe-invitation.ts';
import styles from './share-dialog.module.css';

type InvitationLinkProps = {
  readonly listName: string;
  readonly invitation: NewInvitation;
  readonly onRevoke: () => void;
};

/** It gets the focus, so that screen readers read it from its beginning. */
export function InvitationLink({ listName, invitation, onRevoke }: InvitationLinkProps) {
  const { link } = invitation;
  const { store } = useShopper();
  const { deviceFeatures } = useApp();
  const sharing = useChunk(deviceFeatures.loadSharing, 'ignore');
  const toaster = useContext(ToasterContext);
  const panel = useRef<HTMLDivElement>(null);
  useFirstFocus(panel);
  const copy = async (): Promise<void> => {
    toaster.show((await copyText(link)) ? words.copied : words.notCopied);
  };
  const send = async (): Promise<void> => {
    if ((await sharing?.openShareSheet({ text: words.sheetText(listName), url: link })) === false)
      toaster.show(words.notShared);
  };
  const hasSheet = sharing?.hasShareSheet === true;
  return (
    <div className={styles.invitation} ref={panel} tabIndex={-1}>
      <p role="status">{words.ready}</p>
      <div className={styles.qr}>
        {sharing === null ? null : <img src={sharing.drawQrCode(link)} alt={words.qrCode} width={208} height={208} />}
      </div>
      <p className={styles.link} dir="ltr">
        <span className="visually-hidden">{words.link} </span>
        {link}
      </p>
      <div className={styles.ways}>
        {hasSheet ? (
          <Button look="primary" onPress={() => void send()}>
            {words.sendLink}
          </Button>
        ) : null}
        <Button look={hasSheet ? 'plain' : 'primary'} onPress={() => void copy()}>
          {words.copyLink}
        </Button>
      </div>
      <div className={styles.row}>
        <p className={styles.quiet}>{describeValidity(invitation, store.now())}</p>
        <Button look="quietDanger" onPress={onRevoke}>
          {words.revoke}
        </Button>
      </div>
    </div>
  );
}
