import { Link, useLocation, type LinkProps } from 'react-router';
import type { FromList } from './desk-page';

/** A link from a list to what one of its rows is about, from where the way back leads to the list as it was. */
export function RowLink(props: Omit<LinkProps, 'state'>) {
  const { pathname, search } = useLocation();
  const from: FromList = { list: pathname + search };
  return <Link {...props} state={from} />;
}
