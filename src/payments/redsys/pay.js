// Goes on to the bank's page, but keeps nobody there who has just come back with the browser's button.
const [visit] = performance.getEntriesByType('navigation');
if (visit?.type !== 'back_forward') document.forms[0].submit();
