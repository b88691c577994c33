// The owner's desk: its frame, who may sit at it, and its pages. One piece of code, which no shopper loads.

import { use } from 'react';
import { Route, Routes } from 'react-router';
import { DeskFrame } from '../features/desk/desk-frame';
import { deskPaths } from '../features/desk/desk-paths';
import { OnlyAdmin } from '../features/desk/only-admin';
import { applyDeskStyle } from '../features/desk/sheet';
import { StepUp } from '../features/security/step-up';
import { paths } from '../paths';
import { Bulk } from './admin/bulk';
import { Comments } from './admin/comments';
import { CustomerPage } from './admin/customer';
import { Customers } from './admin/customers';
import { Guide } from './admin/guide';
import { Import } from './admin/import';
import { Messages, Quotes } from './admin/inbox';
import { MessagePage, QuotePage } from './admin/inquiry';
import { Invoices } from './admin/invoices';
import { Law } from './admin/law';
import { Log } from './admin/log';
import { Mails } from './admin/mails';
import { Makers } from './admin/makers';
import { Missing } from './admin/missing';
import { DeskOrderPage } from './admin/order';
import { Orders } from './admin/orders';
import { People } from './admin/people';
import { Pictures } from './admin/pictures';
import { Settings } from './admin/settings';
import { NewProduct, Product } from './admin/product';
import { Products } from './admin/products';
import { Proof } from './admin/proof';
import { Tariff } from './admin/tariff';
import { Texts } from './admin/texts';
import { Today } from './admin/today';
import { Visits } from './admin/visits';
import { WithdrawalPage } from './admin/withdrawal';
import { Withdrawals } from './admin/withdrawals';
// Whoever arrives here has come through these pages, or uses pieces of them. Sharing no less than all of their code
// keeps the pieces that shoppers load from being cut into smaller ones.
import './customer';
import './inquiries';
import './shop';

const pages = [
  { path: deskPaths.today, Page: Today },
  { path: deskPaths.orders, Page: Orders },
  { path: `${deskPaths.orders}/:id`, Page: DeskOrderPage },
  { path: deskPaths.products, Page: Products },
  { path: deskPaths.newProduct, Page: NewProduct },
  { path: deskPaths.bulk(), Page: Bulk },
  { path: deskPaths.importProducts, Page: Import },
  { path: deskPaths.makers, Page: Makers },
  { path: `${deskPaths.products}/:id`, Page: Product },
  { path: deskPaths.comments, Page: Comments },
  { path: deskPaths.customers, Page: Customers },
  { path: `${deskPaths.customers}/:id`, Page: CustomerPage },
  { path: deskPaths.inboxOf('quotes'), Page: Quotes },
  { path: deskPaths.inboxOf('messages'), Page: Messages },
  { path: `${deskPaths.inbox}/quotes/:id`, Page: QuotePage },
  { path: `${deskPaths.inbox}/messages/:id`, Page: MessagePage },
  { path: deskPaths.withdrawals, Page: Withdrawals },
  { path: `${deskPaths.withdrawals}/:id`, Page: WithdrawalPage },
  { path: deskPaths.mails, Page: Mails },
  { path: deskPaths.tariff, Page: Tariff },
  { path: deskPaths.proof, Page: Proof },
  { path: deskPaths.settings, Page: Settings },
  { path: deskPaths.texts, Page: Texts },
  { path: deskPaths.sitePictures, Page: Pictures },
  { path: deskPaths.people, Page: People },
  { path: deskPaths.invoices, Page: Invoices },
  { path: deskPaths.visits, Page: Visits },
  { path: deskPaths.law, Page: Law },
  { path: deskPaths.log, Page: Log },
  { path: deskPaths.guide, Page: Guide },
];

const style = applyDeskStyle();

export function Admin() {
  use(style);
  return (
    <OnlyAdmin>
      <StepUp isDesk>
        <DeskFrame>
          <Routes>
            {pages.map(({ path, Page }) => (
              <Route key={path} caseSensitive path={path.slice(paths.admin.length + 1)} element={<Page />} />
            ))}
            <Route path="*" element={<Missing />} />
          </Routes>
        </DeskFrame>
      </StepUp>
    </OnlyAdmin>
  );
}
