// Made by `npm run generate` from openapi.json: not to be edited.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        /**
         * @description From where somebody acts.
         * @enum {string}
         */
        ActorKind: "admin" | "command_line" | "system";
        /**
         * AdditionalInfo
         * @description A further section of a product.
         */
        AdditionalInfo: {
            /** @description HTML like a description. */
            description: string;
            /** @description Its id. */
            id: string;
            /**
             * Format: uint64
             * @description From 0.
             */
            order: number;
            /** @description Its heading. */
            title: string;
        };
        /** AddressInput */
        AddressInput: {
            /** @description Street and number. */
            address: string;
            /** @description The town. */
            city: string;
            /** @description Spain. */
            country: string;
            /** @description Who receives it. */
            name: string;
            /** @description For whoever brings it: 6 to 15 digits, as people write them. */
            phone?: string | null;
            /** @description 5 digits. */
            postal_code: string;
        };
        /**
         * AnswerFile
         * @description A file that goes with an answer.
         */
        AnswerFile: {
            /** Format: int64 */
            bytes: number;
            /** @description What it is asked for by, and named by in an answer. */
            id: string;
            /** @description What whoever gets it keeps it under, `presupuesto.pdf`. */
            name: string;
        };
        /**
         * AppMetadata
         * @description How somebody signs in.
         */
        AppMetadata: {
            /** @description Always `email`: it opens every account. */
            provider: string;
            /** @description `email`, and the providers that open the account. */
            providers: string[];
        };
        /**
         * Asked
         * @description An empty object: what was done is not told.
         */
        Asked: Record<string, never>;
        /**
         * AssignAnswer
         * @description How many products have another maker than before.
         */
        AssignAnswer: {
            /**
             * Format: uint64
             * @description Products.
             */
            changed: number;
        };
        /**
         * AssignForm
         * @description Products that are to have a maker.
         */
        AssignForm: {
            /** @description The maker; null takes it away. */
            maker?: string | null;
            /** @description Their ids, from 1 to 200. */
            products: string[];
        };
        /** AssignReturn */
        AssignReturn: {
            /** @description Whose goods they are: the order's id or its number. */
            order_id: string;
        };
        /**
         * @description What needs a person to look at an order, the gravest last; `refund_differs`: what the provider says of a refund does not
         *     fit ours; `dispute_won`, `dispute_lost`: how what was `disputed` ended. Others may be added.
         * @enum {string}
         */
        Attention: "recovered" | "paid_late" | "paid_twice" | "payment_unknown" | "amount_differs" | "refund_differs" | "dispute_won" | "dispute_lost" | "disputed" | "refund_failed";
        /**
         * AuthHealth
         * @description That this auth service is alive.
         */
        AuthHealth: {
            /** @description In words. */
            description: string;
            /** @description Whose wire format it speaks. */
            name: string;
            /** @description Of this program. */
            version: string;
        };
        /**
         * AuthSettings
         * @description What this auth service offers.
         */
        AuthSettings: {
            /** @description Whether nobody can sign up. */
            disable_signup: boolean;
            /** @description Ways to sign in, by name. */
            external: {
                [key: string]: boolean;
            };
            /** @description Whether addresses need no confirmation. */
            mailer_autoconfirm: boolean;
            /** @description Always false. */
            passkeys_enabled: boolean;
            /** @description Whether phones need no confirmation. */
            phone_autoconfirm: boolean;
            /** @description Whether companies sign in through their own service. */
            saml_enabled: boolean;
            /** @description Always false. */
            saml_private_key_next_configured: boolean;
            /** @description Always empty. */
            sms_provider: string;
        };
        /**
         * Awaiting
         * @description What is asked of somebody who signed in without their second factor.
         */
        Awaiting: {
            /** @description Their address. */
            email: string;
            /** @description The factors that any one of them may answer a challenge of. */
            factors: components["schemas"]["Factor"][];
        };
        /**
         * BoughtAs
         * @description What the buyer of a line read.
         */
        BoughtAs: {
            /** @description The order's line. */
            item_id: string;
            /** @description The product's title in the order's language. */
            product_title: string;
            /** @description The variant's title in the order's language. */
            variant_title: string;
        };
        /**
         * BudgetRequest
         * @description A request for a quote as it is sent.
         */
        BudgetRequest: {
            /** @description Whether the sender agreed to the privacy policy. */
            consent?: boolean | null;
            /** @description Where to answer. */
            email: string;
            /** @description The language to answer in; else `Accept-Language` says it. */
            lang?: string | null;
            /** @description 1–4000 characters. */
            message: string;
            /** @description 1–100 characters. */
            name: string;
            /** @description Digits, spaces and `+-()./`, at most 30. */
            phone?: string | null;
            /** @description Up to six photos, as `quote-photos` answered them. */
            photos?: string[] | null;
            /**
             * @description `locksmith`, `electrician`, `refrigeration`, `plumber`, `blacksmith`, `carpenter`, `painter`, `removals` or
             *     `renovation`.
             */
            service?: string | null;
            /** @description Town or postcode, at most 100 characters. */
            town?: string | null;
            /** @description People do not see this field and leave it empty. */
            website?: string | null;
            /** @description When the work is wanted, at most 100 characters. */
            when?: string | null;
        };
        /** Bulk */
        Bulk: {
            /**
             * @description Whether they are deleted.
             * @default false
             */
            delete?: boolean | null;
            /** @description Which comments, 1–200. */
            ids: string[];
            /** @description Why they are rejected, at most 500 characters. */
            reason?: string | null;
            /** @description `pending`, `approved` or `rejected`; absent when they are deleted. */
            status?: string | null;
        };
        /**
         * BulkAnswer
         * @description How many variants are another than before.
         */
        BulkAnswer: {
            /**
             * Format: uint64
             * @description Variants.
             */
            changed: number;
        };
        /**
         * BulkChange
         * @description What a variant is to cost and to hold, and how many there are to be; what is absent stays.
         */
        BulkChange: {
            /** @description How much it holds, `0.75 l`; null where it is not sold by measure. */
            content?: string | null;
            /** @description 8, 12, 13 or 14 digits; null where it has none. */
            gtin?: string | null;
            /**
             * Format: int64
             * @description Units.
             */
            inventory_quantity?: number | null;
            /**
             * Format: int64
             * @description How many the editor showed: then the difference counts.
             */
            inventory_seen?: number | null;
            /**
             * Format: int64
             * @description The regular price.
             */
            price_in_cents?: number | null;
            /**
             * Format: int64
             * @description The sale price; null ends the sale.
             */
            sale_price_in_cents?: number | null;
            /** @description The variant. */
            variant_id: string;
        };
        /**
         * BulkForm
         * @description Changes that are made all or not at all.
         */
        BulkForm: {
            /** @description At most 500. */
            changes: components["schemas"]["BulkChange"][];
        };
        /** Cancel */
        Cancel: {
            /** @description Whether the goods go back into stock, as they do unless it says `false`. */
            restock?: boolean | null;
        };
        /** CancelOrder */
        CancelOrder: {
            /** @description The caller's own pending order. */
            order_id: string;
            /** @description What opens it, where it was bought without an account. */
            order_key?: string | null;
        };
        /**
         * @description Why an order is cancelled.
         * @enum {string}
         */
        CancellationReason: "buyer" | "expired" | "owner";
        /**
         * Card
         * @description What a product's card in the store shows.
         */
        Card: {
            /**
             * Format: int64
             * @description What is struck through beside it, in cents; null without a sale.
             */
            before_price_in_cents?: number | null;
            /**
             * @description Which classes of energy efficiency it has; their sheets stand with the product. Left out where it has none.
             * @default []
             */
            energy?: components["schemas"]["ProductAttribute"][] | null;
            /** @description Whether the firm fits it too. */
            fitting: components["schemas"]["Fitting"];
            /** @description The product. */
            id: string;
            /** @description What that shows; its title when nobody has said so. */
            image_alt?: string | null;
            /** @description Its first picture, a path of this site. */
            image_url?: string | null;
            /** @description Whether the customer has to fill something in first. */
            needs_input: boolean;
            /**
             * Format: int64
             * @description What the displayed variant costs, in cents.
             */
            price_in_cents: number;
            /** @description Whether that is where its prices begin: another variant costs more, and none less. */
            price_is_from: boolean;
            /** @description Whether it can be bought online. */
            purchasable: boolean;
            /** @description What its buyers gave it; left out while there is nothing. */
            rating?: components["schemas"]["Rating"] | null;
            /** @description A short word on the picture. */
            ribbon_text?: string | null;
            /** @description From when until when that sale is on, for people; left out without one. */
            sale_dates_formatted?: string | null;
            /**
             * @description Whether it can be had in no variant; left out while it can.
             * @default false
             */
            sold_out?: boolean | null;
            /** @description A line under the title. */
            subtitle?: string | null;
            /** @description Its title. */
            title: string;
            /** @description What kind of thing it is. */
            type: components["schemas"]["ProductType"];
            /** @description What a unit of measure of the displayed variant costs now, for people; left out where the price is that already. */
            unit_price_formatted?: string | null;
            /** @description The only variant; null when there are several to choose from. */
            variant?: components["schemas"]["CardVariant"] | null;
            /**
             * Format: uint64
             * @description How many variants there are to choose from.
             */
            variant_count: number;
        };
        /**
         * CardList
         * @description A page of cards.
         */
        CardList: {
            /** @description The cards. */
            cards: components["schemas"]["Card"][];
            /**
             * Format: int64
             * @description How many there are in all.
             */
            count: number;
            /** @description What the list can be narrowed down to; null unless it was asked for, and where the list is too long to be counted. */
            facets?: components["schemas"]["Facets"] | null;
            /**
             * Format: int64
             * @description How many were asked for.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were left out at the beginning.
             */
            offset: number;
            /** @description What was searched for instead of `q`, which nothing has and which seems to be a slip; else null. */
            searched_for?: string | null;
            /** @description Every type in the store, whichever was asked for. */
            types: components["schemas"]["TypeCount"][];
        };
        /**
         * CardVariant
         * @description What a cart keeps of a variant.
         */
        CardVariant: {
            /** @description Its id. */
            id: string;
            /**
             * Format: int64
             * @description Units in stock; says nothing unless `manage_inventory`.
             */
            inventory_quantity: number;
            /** @description Whether stock is counted. */
            manage_inventory: boolean;
            /**
             * Format: int64
             * @description In cents: what it costs, or when it is on sale what is struck through.
             */
            price_in_cents: number;
            /**
             * Format: int64
             * @description What it costs on sale, in cents; null without a sale.
             */
            sale_price_in_cents?: number | null;
            /** @description What it is called within its product. */
            title: string;
        };
        /**
         * @description Who takes it there.
         * @enum {string}
         */
        Carrier: "correos" | "seur" | "mrw" | "gls" | "own_van" | "pick_up";
        /**
         * Challenge
         * @description A challenge to answer with a code.
         */
        Challenge: {
            /**
             * Format: int64
             * @description When it ends, in Unix seconds.
             */
            expires_at: number;
            /** @description Its id. */
            id: string;
            /** @description Always `totp`. */
            type: string;
        };
        /** CheckPayment */
        CheckPayment: {
            /** @description The order. */
            order_id: string;
            /** @description The payment session, as the provider added it to the address. */
            session_id: string;
        };
        /** ClaimOrder */
        ClaimOrder: {
            /** @description What a mail about the order carried: it proves who reads that mail. */
            token: string;
        };
        /** ClearAttention */
        ClearAttention: {
            /** @description What was done about it, 1 to 1,000 characters. */
            note: string;
        };
        /** CloseReturn */
        CloseReturn: {
            /** @description Mailed to the buyer, at most 1,000 characters; none is mailed without. */
            words?: string | null;
        };
        /**
         * Closure
         * @description Days without office hours.
         */
        Closure: {
            /** @description The first, `2026-12-24`. */
            first: string;
            /** @description The last, not before the first. */
            last: string;
            /** @description What the firm calls them; may be empty. */
            name: string;
        };
        /**
         * @description What went wrong, for programs. The strings are part of the contract.
         * @enum {string}
         */
        Code: "bad_request" | "provider_disabled" | "unknown_field" | "invalid_credentials" | "email_not_confirmed" | "captcha_failed" | "current_password_required" | "current_password_mismatch" | "refresh_token_not_found" | "refresh_token_already_used" | "bad_code_verifier" | "bad_oauth_state" | "bad_oauth_callback" | "invalid_signature" | "passkey_refused" | "passkey_expired" | "unauthorized" | "forbidden" | "purchase_needed" | "cross_site_request" | "otp_expired" | "reauthentication_needed" | "insufficient_aal" | "passkey_required" | "session_not_found" | "flow_state_expired" | "access_denied" | "not_found" | "mfa_factor_not_found" | "flow_state_not_found" | "sso_provider_not_found" | "no_tariff" | "outside_tariff" | "identity_not_found" | "manual_linking_disabled" | "method_not_allowed" | "body_too_slow" | "insufficient_stock" | "price_changed" | "product_changed" | "maker_in_use" | "inquiry_answered" | "tariff_changed" | "import_running" | "import_too_large" | "not_purchasable" | "order_not_payable" | "illegal_transition" | "invoice_waits" | "invoice_in_use" | "order_refunded" | "refund_too_large" | "refund_changed" | "order_disputed" | "order_withdrawn" | "order_came_back" | "return_open" | "nothing_to_tell" | "order_not_guests" | "orders_open" | "is_administrator" | "last_admin" | "passkeys_off" | "contact_form_off" | "complaint_unanswered" | "payload_too_large" | "unsupported_media_type" | "misdirected_request" | "validation_failed" | "weak_password" | "same_password" | "password_required" | "reauthentication_not_valid" | "mfa_factor_name_conflict" | "mfa_challenge_expired" | "mfa_verification_failed" | "too_many_enrolled_mfa_factors" | "too_many_passkeys" | "too_many_waited_for" | "phone_provider_disabled" | "anonymous_provider_disabled" | "web3_provider_disabled" | "provider_email_needs_verification" | "empty_cart" | "unknown_variant" | "incomplete_address" | "outside_delivery_area" | "custom_field_required" | "custom_text_too_long" | "order_limit" | "tax_id_required" | "urgency_art251_7" | "surcharge_art251_7" | "idempotency_key_reused" | "over_request_rate_limit" | "over_email_send_rate_limit" | "too_many_open_orders" | "held_in_vain" | "internal" | "provider_unavailable" | "payment_unavailable" | "request_timeout" | "captcha_unavailable" | "overloaded" | "database_busy" | "disk_full" | "database_unavailable" | "files_unavailable" | "read_only" | "storage_full";
        /**
         * CodeRequest
         * @description The answer to a challenge.
         */
        CodeRequest: {
            /** @description The challenge. */
            challenge_id: string;
            /** @description Six digits of the app, or a recovery code. */
            code: string;
            /** @description Ignored: the path names the factor. */
            factor_id?: string | null;
        };
        /**
         * CodesLeft
         * @description How many recovery codes are left.
         */
        CodesLeft: {
            /**
             * Format: int64
             * @description None until they are made.
             */
            left: number;
        };
        /**
         * Collection
         * @description A group of products.
         */
        Collection: {
            /** @description RFC 3339. */
            created_at: string;
            /** @description Always null. */
            deleted_at?: string | null;
            /** @description Its id. */
            id: string;
            /** @description A path of this site. */
            image_url?: string | null;
            /** @description The owner's own data. */
            metadata: unknown;
            /** @description The store it belongs to. */
            store_id: string;
            /** @description In the language asked for, else in Spanish. */
            title: string;
            /** @description RFC 3339. */
            updated_at: string;
        };
        /**
         * CollectionList
         * @description All collections.
         */
        CollectionList: {
            /** @description The collections. */
            collections: components["schemas"]["Collection"][];
            /**
             * Format: uint64
             * @description How many.
             */
            count: number;
        };
        /**
         * Comment
         * @description A comment.
         */
        Comment: {
            /** @description The name in their profile, or the one they signed with; null when there is none. */
            author?: string | null;
            /** @description Plain text in lines. */
            content: string;
            /** @description RFC 3339. */
            created_at: string;
            /** @description The comment. */
            id: string;
            /** @description The product. */
            item_id: string;
            /** @description The order that brought them the product; for administrators. */
            order_id?: string | null;
            /** @description The product's Spanish title; for administrators. */
            product_title?: string | null;
            /** @description Why it was rejected; for administrators. */
            reason?: string | null;
            /** @description RFC 3339. */
            replied_at?: string | null;
            /** @description What the firm answers; left out where it does not. */
            reply?: string | null;
            /**
             * Format: int64
             * @description The stars they gave, 1–5; left out where they gave none.
             */
            stars?: number | null;
            /** @description Where it stands. */
            status: components["schemas"]["CommentStatus"];
            /** @description Who wrote it; null without an account. */
            user_id?: string | null;
            /** @description Whether it is of somebody who bought the product here, and was not given all of the money back. */
            verified: boolean;
        };
        /**
         * CommentList
         * @description Comments, newest first.
         */
        CommentList: {
            /** @description This page. */
            comments: components["schemas"]["Comment"][];
            /**
             * Format: int64
             * @description How many there are in all.
             */
            count: number;
            /**
             * Format: int64
             * @description How many this page holds at most.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were skipped.
             */
            offset: number;
        };
        /**
         * CommentPermission
         * @description Whether somebody may comment on a product.
         */
        CommentPermission: {
            /** @description Where it is not, a comment is refused with `purchase_needed`. */
            allowed: boolean;
        };
        /** CommentReply */
        CommentReply: {
            /**
             * @description Whether the comment is approved with it.
             * @default false
             */
            publish?: boolean | null;
            /** @description Plain text, 1–2,000 characters once what stands around it is gone. */
            text: string;
        };
        /**
         * @description Where a comment stands.
         * @enum {string}
         */
        CommentStatus: "pending" | "approved" | "rejected";
        /**
         * Complaint
         * @description What makes a message a complaint.
         */
        Complaint: {
            /**
             * Format: int64
             * @description Days until that, 0 on the day itself and less afterwards; null once it has come to its end.
             */
            days_left?: number | null;
            /** @description The last day for the answer, `2026-12-05`. */
            due_on: string;
            /** @description How it came to its end. */
            ended?: components["schemas"]["ComplaintEnd"] | null;
            /** @description RFC 3339. */
            ended_at?: string | null;
            /** @description Whether that was in time. */
            in_time?: boolean | null;
            /** @description What people call it by: `R-2026-0042`. */
            key: string;
            /** @description The order it is about, as it was typed. */
            order?: string | null;
        };
        /**
         * @description How a complaint came to its end.
         * @enum {string}
         */
        ComplaintEnd: "answer" | "otherwise" | "unanswered";
        /**
         * ComplaintReceived
         * @description A complaint has arrived.
         */
        ComplaintReceived: {
            /** @description The last day for the answer, `2026-12-05`. */
            due_on: string;
            /** @description What people call it by: `R-2026-0042`. */
            key: string;
            /** @description RFC 3339. */
            received_at: string;
            /** @description The same on the firm's clocks, with what these are ahead of UTC: `20/11/2026 18:03:11 (UTC+01:00)`. */
            received_locally: string;
        };
        /** ConfirmDuty */
        ConfirmDuty: {
            /**
             * @description How it is met, for whoever asks next; at most 1,000 characters.
             * @default
             */
            note?: string | null;
        };
        /**
         * Confirmed
         * @description What holds now.
         */
        Confirmed: {
            /**
             * Format: uint64
             * @description How many products are waited for.
             */
            count: number;
        };
        /**
         * ConfirmedDuty
         * @description Somebody's word.
         */
        ConfirmedDuty: {
            /** @description RFC 3339. */
            at: string;
            by: string;
            note: string;
        };
        /**
         * ContactRequest
         * @description A message as it is sent.
         */
        ContactRequest: {
            /** @description Where to answer. */
            email: string;
            /**
             * @description `message`, which it is unless it says otherwise, or `complaint`: that is acknowledged with a key and what it says,
             *     and answered within fifteen days.
             */
            kind?: string | null;
            /** @description The language to answer in; else `Accept-Language` says it. */
            lang?: string | null;
            /** @description 1–4000 characters. */
            message: string;
            /** @description 1–100 characters. */
            name: string;
            /** @description The order that a complaint is about, in any words; at most 100 characters. */
            order?: string | null;
            /** @description People do not see this field and leave it empty. */
            website?: string | null;
        };
        /** CorrectEmail */
        CorrectEmail: {
            /** @description Where its mails go from now on. */
            email: string;
        };
        /**
         * @description What is counted.
         * @enum {string}
         */
        Counted: "home" | "store" | "product" | "cart" | "checkout" | "contact" | "quote" | "other" | "added" | "call" | "whatsapp";
        /** CreateOrder */
        CreateOrder: {
            /**
             * @description Where mail reaches somebody who buys without an account: without a session there is no order without it. With one
             *     it is only compared.
             */
            email?: string | null;
            /** @description To whom it is invoiced. Above 3,000 € it is needed. */
            invoice?: components["schemas"]["InvoiceBuyer"] | null;
            /** @description What, at most 50 different lines. */
            items: components["schemas"]["ItemInput"][];
            /** @description The language of the order and its mails. */
            locale?: string | null;
            /** @description Where to. */
            shipping_address: components["schemas"]["AddressInput"];
            /**
             * Format: double
             * @description Euros, shipping included; only compared.
             */
            total_price?: number | null;
            /** @description Only compared with the session's. */
            user_id?: string | null;
        };
        /** CreatedOrder */
        CreatedOrder: {
            /** @description The order. */
            orderId: string;
            /**
             * @description What opens an order bought without an account, and nothing else. With `X-Session-Transport: cookie` it comes in a
             *     cookie that no script can read, instead.
             */
            orderKey?: string | null;
        };
        /**
         * Currency
         * @description How amounts of a currency are shown.
         */
        Currency: {
            /** @description `eur`. */
            code: string;
            /** @description `EUR`. */
            iso_code: string;
            /** @description `€`. */
            symbol: string;
            /** @description `$1` stands for the amount. */
            template: string;
        };
        /**
         * CurrentMetadata
         * @description What a page shows of the person signed in.
         */
        CurrentMetadata: {
            /** @description Their name. */
            name: string;
        };
        /**
         * CurrentSession
         * @description Who is signed in, for a page that has just loaded.
         */
        CurrentSession: {
            /** @description Somebody whose second factor is still to come. */
            awaiting?: components["schemas"]["Awaiting"] | null;
            /**
             * Format: int64
             * @description When the access token ends, in Unix seconds. A moment that has come means: refresh now.
             */
            expires_at?: number | null;
            /**
             * Format: int64
             * @description Until when, in Unix seconds, what asks for a fresh sign-in is allowed.
             */
            fresh_until?: number | null;
            /** @description Nobody, or somebody whose second factor is still to come: null. */
            user?: components["schemas"]["CurrentUser"] | null;
        };
        /**
         * CurrentUser
         * @description The person signed in.
         */
        CurrentUser: {
            /** @description Whether they administer the shop but must add a second factor, or give it, before they can. */
            admin_needs_factor: boolean;
            /** @description Their address. */
            email: string;
            /** @description Their id. */
            id: string;
            /** @description What they may do. */
            role: components["schemas"]["Role"];
            /** @description What they told. */
            user_metadata: components["schemas"]["CurrentMetadata"];
        };
        /**
         * CustomField
         * @description Something the customer fills in.
         */
        CustomField: {
            /** @description Its id. */
            id: string;
            /** @description Whether the product cannot be bought without it. */
            is_required: boolean;
            /**
             * Format: int64
             * @description Characters of the answer, at most.
             */
            max_length: number;
            /** @description What is asked. */
            title: string;
        };
        /**
         * Customer
         * @description Somebody with an account, or who wrote, bought or withdrew without one.
         */
        Customer: {
            /** @description Where they live; may be empty. */
            city: string;
            /** @description When they signed up, or wrote last; RFC 3339. */
            created_at: string;
            /** @description Their address. */
            email: string;
            /**
             * Format: int64
             * @description Cents they paid, with what went back since.
             */
            gross_in_cents: number;
            /** @description Whether they have an account. */
            has_account: boolean;
            /** @description The account, or what they sent last. */
            id: string;
            /** @description RFC 3339. */
            last_order_at?: string | null;
            /** @description As they call themselves; may be empty. */
            name: string;
            /**
             * Format: int64
             * @description Their orders, unpaid ones too.
             */
            orders_count: number;
            /**
             * Format: int64
             * @description Requests for a quote and messages with their address.
             */
            quotes_count: number;
            /**
             * Format: int64
             * @description Cents they paid and did not get back.
             */
            total_in_cents: number;
        };
        /**
         * CustomerInquiry
         * @description A request for a quote, or a message, which has no more than its first members.
         */
        CustomerInquiry: {
            /** @description What people call a complaint by, `R-2026-0007`; null for what is none. */
            complaint?: string | null;
            /** @description When the sender agreed to the privacy policy, RFC 3339. */
            consent_at?: string | null;
            /** @description RFC 3339. */
            created_at: string;
            /** @description Where to answer. */
            email: string;
            /** @description Random. */
            id: string;
            /** @description The language to answer in. */
            lang: components["schemas"]["Lang"];
            /** @description In their words and lines. */
            message: string;
            /** @description Who wrote. */
            name: string;
            /** @description What people call it by: `P-2026-0042` or `M-2026-0042`, and a complaint by its key. */
            number: string;
            /** @description Where to call, as typed. */
            phone?: string | null;
            /** @description Photos, as paths inside the data directory. */
            photos: string[];
            /** @description The trade it is about. */
            service?: components["schemas"]["Service"] | null;
            /** @description Where it stands. */
            status: components["schemas"]["InquiryStatus"];
            /** @description Where the work is. */
            town_or_postcode?: string | null;
            /** @description When it is wanted, in the sender's words. */
            wanted_when?: string | null;
        };
        /**
         * CustomerList
         * @description People, the newest first.
         */
        CustomerList: {
            /**
             * Format: int64
             * @description How many there are in all.
             */
            count: number;
            /** @description This page. */
            customers: components["schemas"]["Customer"][];
            /**
             * Format: int64
             * @description How many this page holds at most.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were skipped.
             */
            offset: number;
        };
        /**
         * CustomerWithdrawal
         * @description A statement of withdrawal, as far as it is told of its sender.
         */
        CustomerWithdrawal: {
            /** @description What says which contract, as it was typed. */
            contract: string;
            /** @description Of the statement and of its case. */
            id: string;
            /** @description RFC 3339. */
            received_at: string;
            /** @description How far its case is. */
            state: components["schemas"]["WithdrawalState"];
        };
        /**
         * DaySales
         * @description What was sold on a day.
         */
        DaySales: {
            /** @description A day of the firm's, `2026-11-20`. */
            date: string;
            /**
             * Format: int64
             * @description Cents that came in, with what went back since.
             */
            gross_in_cents: number;
            /**
             * Format: int64
             * @description Orders that were paid then and not given back whole.
             */
            orders: number;
            /**
             * Format: int64
             * @description Cents of their payments that stay.
             */
            total_in_cents: number;
        };
        /**
         * Decided
         * @description How many comments a decision was about.
         */
        Decided: {
            /**
             * Format: uint64
             * @description How many.
             */
            count: number;
        };
        /** Decision */
        Decision: {
            /** @description Why it is rejected, at most 500 characters; administrators see it. */
            reason?: string | null;
            /** @description `pending`, `approved` or `rejected`. */
            status: string;
        };
        /**
         * @description What the desk asks of an administrator whose session does not open it.
         * @enum {string}
         */
        DeskAsks: "sign_in" | "second_factor" | "passkey";
        /**
         * DeskAttribute
         * @description Something told of the product.
         */
        DeskAttribute: {
            /** @description Such as `Potencia`. */
            name: string;
            /** @description Such as `2,6 kW`; what begins with a number is known as one. */
            value: string;
        };
        /**
         * DeskCollection
         * @description A collection by its slug.
         */
        DeskCollection: {
            /** @description What it is known by. */
            slug: string;
            /** @description Its Spanish title; used for a new one only. */
            title: string;
        };
        /**
         * DeskDocument
         * @description A paper of its maker.
         */
        DeskDocument: {
            /** @description What it is, in Spanish. */
            title: string;
            /** @description Where it was kept. */
            url: string;
        };
        /**
         * DeskField
         * @description What the customer fills in.
         */
        DeskField: {
            /** @description Whether it must be filled in. */
            is_required: boolean;
            /**
             * Format: int64
             * @description Characters of the answer, 1 to 200; of a change that does not say it: as it is, of a new one 200.
             */
            max_length?: number | null;
            /** @description What is asked for. */
            title: string;
        };
        /**
         * DeskForm
         * @description What a product is to be; what is absent stays as it is.
         */
        DeskForm: {
            /** @description All of them, in order. */
            additional_info?: components["schemas"]["DeskInfo"][] | null;
            /** @description All of them, in order. */
            attributes?: components["schemas"]["DeskAttribute"][] | null;
            /** @description What it is sold as; at most 100 characters, the same in every language. */
            brand?: string | null;
            /** @description All of them, in order. */
            collections?: components["schemas"]["DeskCollection"][] | null;
            /**
             * @description Stale translations that are right as they are.
             * @default {}
             */
            confirmed_texts?: {
                [key: string]: string[];
            } | null;
            /** @description All of them, in order. */
            custom_fields?: components["schemas"]["DeskField"][] | null;
            /** @description HTML; cleaned when saved. */
            description?: string | null;
            /** @description All of them, in order. */
            documents?: components["schemas"]["DeskDocument"][] | null;
            /** @description Whether the firm fits it too. */
            fitting?: components["schemas"]["Fitting"] | null;
            /** @description For which model; at most 200 characters. */
            guarantee_model?: string | null;
            /**
             * Format: int64
             * @description What its producer promises beyond the law, in months: 30, 36 and so on to 1,200.
             */
            guarantee_months?: number | null;
            /** @description Whose promise that is; at most 200 characters. */
            guarantee_producer?: string | null;
            /** @description All of them, in order. */
            images?: components["schemas"]["DeskImage"][] | null;
            /** @description What is in the box, a line each; at most 4,000 characters. */
            in_the_box?: string | null;
            /** @description Left out of lists and not found, though published. */
            is_hidden?: boolean | null;
            /** @description Who makes it: a maker's slug. */
            maker?: string | null;
            /** @description Free data of the owner's; a JSON object. */
            metadata?: unknown;
            /** @description Its model, type or other name its maker tells it by; at most 200 characters. */
            model?: string | null;
            /** @description All of them, in order. */
            options?: string[] | null;
            /**
             * Format: int64
             * @description Ascending in the store.
             */
            order?: number | null;
            /** @description Whether it can be bought online. */
            purchasable?: boolean | null;
            /** @description All of them, in order. */
            related?: components["schemas"]["DeskRelated"][] | null;
            /** @description The state of the product the change was made from. */
            revision?: string | null;
            /** @description A short word on the picture, such as "Oferta"; at most 60 characters. */
            ribbon_text?: string | null;
            /** @description Whose price is displayed: the cheapest variant's for `lowest_price_first` or nothing, else the first's. */
            site_product_selection?: string | null;
            /** @description What the address and the import know the product by; unique, 1–200 characters. */
            slug?: string | null;
            /** @description Where it stands in the life of a product. */
            status?: components["schemas"]["ProductStatus"] | null;
            /** @description A line under the title; at most 300 characters. */
            subtitle?: string | null;
            /** @description All of them. */
            swatches?: {
                [key: string]: string;
            } | null;
            /**
             * Format: int64
             * @description Contained in the prices, in basis points, 0–10,000.
             */
            tax_rate_bp?: number | null;
            /** @description All of them, by language and path. */
            texts?: {
                [key: string]: {
                    [key: string]: string;
                };
            } | null;
            /** @description 1–300 characters; in Spanish, like every text here. */
            title?: string | null;
            /** @description The Spanish name of its type; empty for none. */
            type?: string | null;
            /** @description All of them, in order. */
            variants?: components["schemas"]["DeskVariant"][] | null;
            /** @description What to mind for safety's sake, on several lines; at most 4,000 characters. */
            warnings?: string | null;
        };
        /**
         * DeskImage
         * @description A picture and what it shows.
         */
        DeskImage: {
            /**
             * @description In Spanish.
             * @default
             */
            alt?: string | null;
            /** @description A path of this site. */
            url: string;
        };
        /**
         * DeskInfo
         * @description A section of its own.
         */
        DeskInfo: {
            /** @description HTML. */
            description: string;
            /** @description Its heading. */
            title: string;
        };
        /**
         * DeskInvoice
         * @description An invoice with what people call its order by.
         */
        DeskInvoice: {
            /** @description Whether it should never have been issued, and counts for nothing. */
            annulled: boolean;
            /** Format: int64 */
            base_in_cents: number;
            /** @description Of one that names its buyer. */
            buyer_name?: string | null;
            /** @description The number of the invoice it corrects. */
            corrects?: string | null;
            /** @description The day it is dated, `2026-11-23`. */
            date: string;
            /** @description When its record was made: RFC 3339 on the firm's clocks. */
            generated_at: string;
            /** @description Of its record: SHA-256 in capitals. */
            hash: string;
            /** @description `T-2026-000001`: series, year, place. */
            number: string;
            order_id: string;
            order_number: string;
            /** @description Of the record before; null for the first of all. */
            previous_hash?: string | null;
            /** @description What the agency says is wrong with it, in Spanish, with its code. */
            problem?: string | null;
            /** @description Whether one that is made out to its buyer stands for it. */
            replaced: boolean;
            /** @description The number of the simplified invoice it stands for. */
            replaces?: string | null;
            state: components["schemas"]["InvoiceState"];
            /** Format: int64 */
            tax_in_cents: number;
            /** @description The same as the tax agency was told last: what is corrected. */
            told_buyer?: components["schemas"]["ToldBuyer"] | null;
            /** Format: int64 */
            total_in_cents: number;
            /** @description Of a payment to the sandbox: it is worth nothing. */
            trial: boolean;
            type: components["schemas"]["InvoiceType"];
        };
        /**
         * DeskInvoiceList
         * @description Invoices, the newest first.
         */
        DeskInvoiceList: {
            /** Format: int64 */
            count: number;
            invoices: components["schemas"]["Invoice"][];
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            offset: number;
            /**
             * Format: int64
             * @description How many sales and refunds wait: for the firm's tax number and address, for the buyer's tax number, or for the tax
             *     agency's answer to an annulment.
             */
            waiting: number;
            /** @description Whether a sale above 3,000.00 is among them that lacks its buyer. */
            waits_for_buyer: boolean;
        };
        /**
         * DeskMail
         * @description A mail of an order.
         */
        DeskMail: {
            /**
             * Format: int64
             * @description How often it was tried.
             */
            attempts: number;
            /** @description Who takes the order there, in the mail that says so. */
            carrier?: components["schemas"]["Carrier"] | null;
            /** @description Whether it says another tracking number, or brings an invoice that corrects one. */
            corrected: boolean;
            /** @description RFC 3339. */
            created_at: string;
            /** @description Random; the local part of its Message-ID. */
            id: string;
            /** @description The number of the invoice that it brings. */
            invoice?: string | null;
            /** @description Such as `order_shipped`. */
            kind: string;
            /** @description What was said when it failed last. */
            last_error?: string | null;
            /** @description Where it goes. */
            recipient: string;
            /** @description RFC 3339, once it went out. */
            sent_at?: string | null;
            /** @description Where it stands. */
            state: components["schemas"]["MailState"];
        };
        /**
         * DeskMaker
         * @description A maker.
         */
        DeskMaker: {
            /** @description Where it gets post. */
            address: string;
            /** @description Its electronic address. */
            contact: string;
            /** @description Where they get post. */
            eu_address: string;
            /** @description Their electronic address. */
            eu_contact: string;
            /** @description Who answers in the Union for what it makes. */
            eu_name: string;
            /** @description Whether everything is there that the law wants told. */
            is_complete: boolean;
            /** @description Whether it is established outside the Union. */
            is_outside_eu: boolean;
            /** @description Its name or trade mark. */
            name: string;
            /**
             * Format: int64
             * @description How many products name it.
             */
            products: number;
            /** @description What products name it by. */
            slug: string;
        };
        /**
         * DeskMakerList
         * @description A page of makers.
         */
        DeskMakerList: {
            /**
             * Format: int64
             * @description How many there are.
             */
            count: number;
            /**
             * Format: int64
             * @description How many were asked for.
             */
            limit: number;
            /** @description By name. */
            makers: components["schemas"]["DeskMaker"][];
            /**
             * Format: int64
             * @description How many were left out at the beginning.
             */
            offset: number;
        };
        /**
         * DeskOrder
         * @description An order with all there is to know of it; its lines have the titles that the shop has for them in Spanish.
         */
        DeskOrder: {
            /** @description The first day on which it arrives; left out unless it is paid and has not arrived, and where nobody knows. */
            arrives_from?: string | null;
            /** @description The last one. */
            arrives_until?: string | null;
            /** @description What needs a person. */
            attention?: components["schemas"]["Attention"] | null;
            /** @description The lines whose buyer read other titles, in another language. */
            bought_as: components["schemas"]["BoughtAs"][];
            /** @description Why, once cancelled. */
            cancellation_reason?: components["schemas"]["CancellationReason"] | null;
            /** @description Who takes it there, once shipped. */
            carrier?: components["schemas"]["Carrier"] | null;
            /** @description Who may bring it, the usual one first. */
            carriers: components["schemas"]["Carrier"][];
            /**
             * Format: int64
             * @description Cents that the buyer's bank took back.
             */
            charged_back_in_cents: number;
            /** @description What its buyer complained about with its number, the newest first. */
            complaints: components["schemas"]["DeskOrderComplaint"][];
            /** @description RFC 3339. */
            created_at: string;
            /** @description ISO 4217. */
            currency: string;
            /**
             * Format: int64
             * @description Cents of these that the buyer's bank claims.
             */
            disputed_in_cents: number;
            /** @description Where its mails go; empty once the buyer was forgotten. */
            email: string;
            /** @description What happened, oldest first. */
            events: components["schemas"]["DeskOrderEvent"][];
            /** @description RFC 3339; until when it is held, while pending. */
            expires_at?: string | null;
            /** @description The same on the firm's clocks, `2026-11-20 18:03:11`. */
            expires_locally?: string | null;
            /** @description Its first 8 characters tell it from others. */
            id: string;
            /** @description Whether it was bought without an account and is in none. */
            is_guest: boolean;
            /** @description Whether it has not left although the days are over on which it was to arrive; left out where it is not so. */
            is_late?: boolean | null;
            /**
             * Format: int64
             * @description Cents, without shipping.
             */
            items_in_cents: number;
            /** @description Whether that leaves out what delivery cost, as a part of the order alone is withdrawn from. */
            keeps_shipping?: boolean | null;
            /** @description The language it was placed in, which its mails and those terms are in. */
            lang: components["schemas"]["Lang"];
            /** @description Its mails, oldest first; those that went out are remembered for 30 days. */
            mails: components["schemas"]["DeskMail"][];
            /**
             * Format: int64
             * @description Cents that came in and stay.
             */
            net_in_cents: number;
            /** @description What people call it by: `2026-0042`, the year and a running number. */
            number: string;
            /** @description The withdrawal or return in which something is still to be done. */
            open_return?: string | null;
            /** @description The lines. */
            order_items: components["schemas"]["OrderItem"][];
            /** @description RFC 3339, once paid. */
            paid_at?: string | null;
            /** @description Whether a payment can be started: pending and still held. */
            payable: boolean;
            /** @description The tries to pay it, oldest first. */
            payments: components["schemas"]["DeskPayment"][];
            /**
             * Format: int64
             * @description Cents that are on their way back.
             */
            refund_pending_in_cents: number;
            /** @description Whether its money is back or on its way back. */
            refund_state: components["schemas"]["RefundState"];
            /**
             * Format: int64
             * @description Cents that came in and are neither back, nor on their way back, nor claimed.
             */
            refundable_in_cents: number;
            /**
             * Format: int64
             * @description Cents of the shipping that no refund has named.
             */
            refundable_shipping_in_cents: number;
            /**
             * Format: int64
             * @description Cents that were given back.
             */
            refunded_in_cents: number;
            /** @description The refunds, oldest first. */
            refunds: components["schemas"]["DeskRefund"][];
            /** @description The day on which it is to leave, `2026-11-24`; null where it is not to be sent, or nothing is promised. */
            ship_by?: string | null;
            /** @description Where it goes. */
            shipping_address: components["schemas"]["OrderAddress"];
            /**
             * Format: int64
             * @description Cents.
             */
            shipping_in_cents: number;
            /** @description The first 8 characters of the id. */
            short_id: string;
            /** @description Where it stands. */
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: int64
             * @description Cents, contained in the total.
             */
            tax_in_cents: number;
            /**
             * Format: int64
             * @description The version of the terms that its buyer agreed to, in the order's language; null where none was kept.
             */
            terms_version?: number | null;
            /** @description Whether it is to be sent: paid, not all of the money back or on its way back, and no withdrawal waiting. */
            to_ship: boolean;
            /**
             * Format: int64
             * @description Cents, shipping included.
             */
            total_in_cents: number;
            /**
             * Format: double
             * @description Euros, shipping included.
             */
            total_price: number;
            /** @description The carrier's number, where there is one. */
            tracking_number?: string | null;
            /** @description The statement of withdrawal that names it, while nobody has said whether it is its buyer's. */
            unproven_withdrawal?: string | null;
            /** @description Whose it is; null when it was bought without an account. */
            user_id?: string | null;
            /** @description RFC 3339; when the withdrawal from it arrived that is not settled yet; left out where none waits. */
            withdrawn_at?: string | null;
            /**
             * Format: int64
             * @description Cents that go back for it if it holds.
             */
            withdrawn_in_cents?: number | null;
        };
        /**
         * DeskOrderComplaint
         * @description A complaint about an order.
         */
        DeskOrderComplaint: {
            /** @description The message. */
            id: string;
            /** @description Whether it waits for an answer. */
            is_open: boolean;
            /** @description What people call it by, `R-2026-0007`. */
            key: string;
        };
        /**
         * DeskOrderEvent
         * @description Something that happened to an order.
         */
        DeskOrderEvent: {
            /** @description RFC 3339. */
            at: string;
            /** @description Who did it: an administrator's address or a user of the machine; null for the buyer and for what goes by itself. */
            by?: string | null;
            /** @description What else there is to know; its members depend on the kind. */
            detail: unknown;
            /** @description What, such as `placed`, `paid` or `shipped`. */
            kind: string;
            /** @description The owner's words about it. */
            note?: string | null;
        };
        /**
         * DeskOrderGoods
         * @description A line of an order, to tell it from others at a glance.
         */
        DeskOrderGoods: {
            /** @description A path of this site. */
            image_url?: string | null;
            /**
             * Format: int64
             * @description How many.
             */
            quantity: number;
            /** @description In Spanish, as the shop calls it, else as it was bought. */
            title: string;
        };
        /**
         * DeskOrderLine
         * @description A line of the list.
         */
        DeskOrderLine: {
            /** @description What needs a person. */
            attention?: components["schemas"]["Attention"] | null;
            /** @description Who takes it there, once shipped. */
            carrier?: components["schemas"]["Carrier"] | null;
            /**
             * Format: int64
             * @description Cents that the buyer's bank took back.
             */
            charged_back_in_cents: number;
            /** @description Where. */
            city: string;
            /** @description RFC 3339. */
            created_at: string;
            /**
             * Format: int64
             * @description Cents of these that the buyer's bank claims.
             */
            disputed_in_cents: number;
            /** @description Where its mails go; empty once the buyer was forgotten. */
            email: string;
            /** @description Its first lines. */
            goods: components["schemas"]["DeskOrderGoods"][];
            /** @description The order. */
            id: string;
            /** @description Whether it was bought without an account and is in none. */
            is_guest: boolean;
            /**
             * Format: int64
             * @description Units of all lines.
             */
            items_count: number;
            /** @description Who receives it. */
            name: string;
            /**
             * Format: int64
             * @description Cents that came in and stay.
             */
            net_in_cents: number;
            /** @description What people call it by: `2026-0042`, the year and a running number. */
            number: string;
            /** @description The withdrawal or return in which something is still to be done. */
            open_return?: string | null;
            /**
             * Format: int64
             * @description Cents that are on their way back.
             */
            refund_pending_in_cents: number;
            /** @description Whether its money is back or on its way back. */
            refund_state: components["schemas"]["RefundState"];
            /**
             * Format: int64
             * @description Cents that were given back.
             */
            refunded_in_cents: number;
            /** @description The day on which it is to leave, `2026-11-24`; null where it is not to be sent, or nothing is promised. */
            ship_by?: string | null;
            /** @description The first 8 characters of the id. */
            short_id: string;
            /** @description Where it stands. */
            status: components["schemas"]["OrderStatus"];
            /** @description Whether it waits to be sent. */
            to_ship: boolean;
            /**
             * Format: int64
             * @description Cents, shipping included.
             */
            total_in_cents: number;
            /** @description The carrier's number, once shipped. */
            tracking_number?: string | null;
            /** @description The statement of withdrawal that names it, while nobody has said whether it is its buyer's. */
            unproven_withdrawal?: string | null;
        };
        /**
         * DeskOrderList
         * @description Orders, newest first.
         */
        DeskOrderList: {
            /** @description Who brings parcels, as the settings have them. */
            carriers: components["schemas"]["Carrier"][];
            /**
             * Format: int64
             * @description How many there are in all.
             */
            count: number;
            /**
             * Format: int64
             * @description How many this page holds at most.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were skipped.
             */
            offset: number;
            /** @description This page. */
            orders: components["schemas"]["DeskOrderLine"][];
        };
        /**
         * DeskPayment
         * @description A try to be paid.
         */
        DeskPayment: {
            /**
             * Format: int64
             * @description Cents.
             */
            amount_in_cents: number;
            /** @description RFC 3339. */
            created_at: string;
            /** @description Our id of it. */
            id: string;
            /** @description Who takes the money. */
            provider: string;
            /** @description The provider's id of it. */
            provider_ref?: string | null;
            /**
             * Format: int64
             * @description Cents that went back.
             */
            refunded_in_cents: number;
            /** @description How far it is. */
            state: components["schemas"]["PaymentAttemptState"];
        };
        /**
         * DeskPrices
         * @description The prices of a state of the table; all are null or empty where none are published.
         */
        DeskPrices: {
            /**
             * Format: int64
             * @description Coming and looking; 0 where that is free.
             */
            call_out_in_cents?: number | null;
            /**
             * Format: int64
             * @description More for an hour on Sundays and local holidays.
             */
            holiday_in_cents?: number | null;
            /**
             * Format: int64
             * @description An hour of work.
             */
            hour_in_cents?: number | null;
            /** @description At most 100. */
            jobs: components["schemas"]["TariffLine"][];
            /** @description Whether coming and looking is in their prices. */
            jobs_include_call_out?: boolean | null;
            /** @description Whether they cost the same at night and on holidays. */
            jobs_include_surcharges?: boolean | null;
            /**
             * Format: int64
             * @description More for an hour between 22 and 6 o'clock.
             */
            night_in_cents?: number | null;
            /** @description At most 200. */
            parts: components["schemas"]["TariffLine"][];
            /** @description At most 40. */
            zones: components["schemas"]["TariffZone"][];
        };
        /**
         * DeskProduct
         * @description A product, whole.
         */
        DeskProduct: {
            /** @description In order. */
            additional_info: components["schemas"]["DeskInfo"][];
            /** @description In order. */
            attributes: components["schemas"]["DeskAttribute"][];
            /** @description What it is sold as; at most 100 characters, the same in every language. */
            brand?: string | null;
            /** @description In order. */
            collections: components["schemas"]["DeskCollection"][];
            /** @description RFC 3339. */
            created_at: string;
            /** @description In order. */
            custom_fields: components["schemas"]["DeskField"][];
            /** @description HTML; cleaned when saved. */
            description: string;
            /** @description In order. */
            documents: components["schemas"]["DeskDocument"][];
            /** @description Whether the firm fits it too. */
            fitting: components["schemas"]["Fitting"];
            /** @description For which model; at most 200 characters. */
            guarantee_model?: string | null;
            /**
             * Format: int64
             * @description What its producer promises beyond the law, in months: 30, 36 and so on to 1,200.
             */
            guarantee_months?: number | null;
            /** @description Whose promise that is; at most 200 characters. */
            guarantee_producer?: string | null;
            /** @description The product. */
            id: string;
            /** @description In order. */
            images: components["schemas"]["DeskImage"][];
            /** @description What is in the box, a line each; at most 4,000 characters. */
            in_the_box?: string | null;
            /** @description Left out of lists and not found, though published. */
            is_hidden: boolean;
            /** @description Who makes it: a maker's slug. */
            maker?: string | null;
            /** @description Free data of the owner's; a JSON object. */
            metadata: unknown;
            /** @description Its model, type or other name its maker tells it by; at most 200 characters. */
            model?: string | null;
            /** @description Their titles, in order. */
            options: string[];
            /**
             * Format: int64
             * @description Ascending in the store.
             */
            order: number;
            /** @description Whether it can be bought online. */
            purchasable: boolean;
            /** @description In order. */
            related: components["schemas"]["DeskRelated"][];
            /** @description Read-only: what those are called, by slug. */
            related_titles: {
                [key: string]: string;
            };
            /** @description Names this state of it; a change is made from one. */
            revision: string;
            /** @description A short word on the picture, such as "Oferta"; at most 60 characters. */
            ribbon_text?: string | null;
            /** @description Whose price is displayed: the cheapest variant's for `lowest_price_first` or nothing, else the first's. */
            site_product_selection?: string | null;
            /** @description What the address and the import know the product by; unique, 1–200 characters. */
            slug: string;
            /** @description Read-only: translations whose Spanish text is another by now. */
            stale_texts: {
                [key: string]: string[];
            };
            /** @description Where it stands in the life of a product. */
            status: components["schemas"]["ProductStatus"];
            /** @description A line under the title; at most 300 characters. */
            subtitle?: string | null;
            /** @description Colours such as `#a9b8a0`, by Spanish option values. */
            swatches: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description Contained in the prices, in basis points, 0–10,000.
             */
            tax_rate_bp: number;
            /** @description By language and path. */
            texts: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description 1–300 characters; in Spanish, like every text here. */
            title: string;
            /** @description The Spanish name of its type; empty for none. */
            type: string;
            /** @description RFC 3339. */
            updated_at: string;
            /** @description In order. */
            variants: components["schemas"]["DeskVariant"][];
            /** @description What to mind for safety's sake, on several lines; at most 4,000 characters. */
            warnings?: string | null;
        };
        /**
         * DeskProductList
         * @description A page of the desk's products.
         */
        DeskProductList: {
            /**
             * Format: int64
             * @description How many fit.
             */
            count: number;
            /**
             * Format: int64
             * @description How many were asked for.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were left out at the beginning.
             */
            offset: number;
            /** @description What was changed last first. */
            products: components["schemas"]["DeskRow"][];
            /** @description What was searched for instead of `q`, which nothing has and which seems to be a slip; else null. */
            searched_for?: string | null;
        };
        /**
         * DeskRefund
         * @description Money that goes back.
         */
        DeskRefund: {
            /**
             * Format: int64
             * @description Cents.
             */
            amount_in_cents: number;
            /** @description RFC 3339. */
            created_at: string;
            /** @description RFC 3339, once the provider made it. */
            done_at?: string | null;
            /** @description Random. */
            id: string;
            /** @description What the provider said when it failed last. */
            last_error?: string | null;
            /** @description What it is for; empty for an amount alone. */
            lines: components["schemas"]["DeskRefundLine"][];
            /** @description How. */
            method: components["schemas"]["RefundMethod"];
            /** @description Why. */
            reason: components["schemas"]["RefundReason"];
            /**
             * Format: int64
             * @description Cents of these that are for shipping.
             */
            shipping_in_cents: number;
            /** @description How far it is. */
            state: components["schemas"]["RefundProgress"];
        };
        /**
         * DeskRefundLine
         * @description Units of a line whose money goes back.
         */
        DeskRefundLine: {
            /**
             * Format: int64
             * @description Cents.
             */
            amount_in_cents: number;
            /** @description The order's line. */
            item_id: string;
            /**
             * Format: int64
             * @description How many of it.
             */
            quantity: number;
            /** @description Whether they go back into stock once the money is back. */
            restock: boolean;
        };
        /**
         * DeskRelated
         * @description Another product it points to.
         */
        DeskRelated: {
            /** @description The heading it stands under. */
            section: string;
            /** @description Its slug. */
            slug: string;
        };
        /**
         * DeskReturn
         * @description A return, from a statement of withdrawal or granted by the owner.
         */
        DeskReturn: {
            /**
             * Format: int64
             * @description Cents that a refund of these comes to, the delivery included.
             */
            comes_to_in_cents: number;
            /**
             * Format: int64
             * @description Days from today to that day; negative when it is over.
             */
            days_left?: number | null;
            /** @description What happened, oldest first. */
            events: components["schemas"]["ReturnEvent"][];
            /** @description Whether the owner granted it, without a statement. */
            granted: boolean;
            /** @description Of a statement its own. */
            id: string;
            /** @description What came back. */
            lines: components["schemas"]["ReturnLine"][];
            /** @description RFC 3339. */
            opened_at: string;
            /** @description Whose goods they are; null while nobody has said. */
            order?: components["schemas"]["ReturnOrder"] | null;
            /**
             * Format: int64
             * @description Cents that went back for it at the order since it was opened.
             */
            paid_in_cents: number;
            /** @description The last day for the money after a statement, `2026-12-04`; null where nothing waits for it. */
            refund_due?: string | null;
            /**
             * Format: int64
             * @description Cents of these for the delivery.
             */
            shipping_in_cents: number;
            /** @description Its first 8 characters, which mails name. */
            short_id: string;
            state: components["schemas"]["WithdrawalState"];
            /** @description The statement it comes from. */
            withdrawal?: components["schemas"]["DeskWithdrawal"] | null;
        };
        /**
         * DeskRow
         * @description A product in a list.
         */
        DeskRow: {
            /** @description When it was deleted, RFC 3339; null unless it is. */
            deleted_at?: string | null;
            /** @description The product. */
            id: string;
            /** @description Left out of the store though published. */
            is_hidden: boolean;
            /** @description Whether a variant is on sale. */
            on_sale: boolean;
            /** @description When the next sale of a variant that is on none begins, RFC 3339; null when none is planned. */
            planned_sale_at?: string | null;
            /**
             * Format: int64
             * @description What the displayed variant costs, in cents.
             */
            price_in_cents: number;
            /** @description Whether it can be bought online. */
            purchasable: boolean;
            /** @description Until when a deleted product can be brought back, RFC 3339. */
            restorable_until?: string | null;
            /** @description In its address. */
            slug: string;
            /** @description Where it stands. */
            status: components["schemas"]["ProductStatus"];
            /**
             * Format: int64
             * @description Units of all variants whose stock is counted; null when none is.
             */
            stock?: number | null;
            /** @description Its first picture. */
            thumbnail?: string | null;
            /** @description In Spanish. */
            title: string;
            /** @description The Spanish name of its type. */
            type: string;
            /** @description RFC 3339. */
            updated_at: string;
            /**
             * Format: int64
             * @description How many variants it has.
             */
            variants: number;
        };
        /**
         * DeskTariff
         * @description A state of the table.
         */
        DeskTariff: {
            /**
             * @description Days of the next year, beside Sundays, on which the holidays' surcharge is asked: those of the office's calendar
             *     that stand alone and are no Saturday.
             */
            holidays: components["schemas"]["TariffHoliday"][];
            /** @description The prices. */
            prices: components["schemas"]["DeskPrices"];
            /** @description Since when it was published; RFC 3339. */
            saved_at?: string | null;
            /**
             * Format: int64
             * @description Its place, from 1; 0 where none was ever saved.
             */
            version: number;
        };
        /**
         * DeskVariant
         * @description A variant.
         */
        DeskVariant: {
            /**
             * Format: int64
             * @description Read-only: what the recorded prices allow to strike through.
             */
            before_price_in_cents?: number | null;
            /**
             * @description How much it holds, where it is sold by measure, such as `0.75 l`: an amount with at most three decimals, and `g`, `kg`,
             *     `ml`, `cl`, `l`, `cm`, `m`, `m2`, `m3` or `unit`.
             */
            content?: string | null;
            /** @description The number its maker gave it: 8, 12, 13 or 14 digits, the last of which checks the others. */
            gtin?: string | null;
            /** @description The variant; absent for a new one. */
            id?: string | null;
            /** @description Its own picture. */
            image_url?: string | null;
            /**
             * Format: int64
             * @description Units in stock; absent in a change: as many as there are.
             */
            inventory_quantity?: number | null;
            /**
             * Format: int64
             * @description In a change: how many the editor showed. Then the difference to that counts.
             */
            inventory_seen?: number | null;
            /** @description Whether stock is counted. */
            manage_inventory: boolean;
            /**
             * @description One value per option, in their order.
             * @default []
             */
            option_values?: string[] | null;
            /**
             * Format: int64
             * @description The regular price, tax included.
             */
            price_in_cents: number;
            /** @description When it is over, written alike; until it is taken away when it does not say. */
            sale_ends_at?: string | null;
            /**
             * Format: int64
             * @description The sale price.
             */
            sale_price_in_cents?: number | null;
            /**
             * @description When the sale begins; at once when it does not say. RFC 3339; in a change also without an offset, on the clocks
             *     of the shop: `2026-12-01T08:00`.
             */
            sale_starts_at?: string | null;
            /** @description Unique in the shop. */
            sku?: string | null;
            /**
             * @description What it is called within the product.
             * @default
             */
            title?: string | null;
            /**
             * Format: int64
             * @description In grams.
             */
            weight_grams?: number | null;
        };
        /**
         * DeskVariantList
         * @description A page of variants.
         */
        DeskVariantList: {
            /**
             * Format: int64
             * @description How many fit.
             */
            count: number;
            /**
             * Format: int64
             * @description How many were asked for.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were left out at the beginning.
             */
            offset: number;
            /** @description What was searched for instead of `q`, which nothing has and which seems to be a slip; else null. */
            searched_for?: string | null;
            /** @description By product, in the store's order. */
            variants: components["schemas"]["DeskVariantRow"][];
        };
        /**
         * DeskVariantRow
         * @description A variant in a list.
         */
        DeskVariantRow: {
            /** @description How much it holds, `0.75 l`. */
            content?: string | null;
            /** @description The number of its barcode. */
            gtin?: string | null;
            /** @description The variant. */
            id: string;
            /**
             * Format: int64
             * @description Units in stock.
             */
            inventory_quantity: number;
            /** @description Whether stock is counted. */
            manage_inventory: boolean;
            /**
             * Format: int64
             * @description The regular price in cents.
             */
            price_in_cents: number;
            /** @description Its product. */
            product_id: string;
            /** @description What that is called, in Spanish. */
            product_title: string;
            /** @description When it is over, RFC 3339; null until it is taken away. */
            sale_ends_at?: string | null;
            /**
             * Format: int64
             * @description The price in cents of the sale that is on or to come.
             */
            sale_price_in_cents?: number | null;
            /** @description When it begins, RFC 3339; null at once. */
            sale_starts_at?: string | null;
            /** @description The shop's own number for it. */
            sku?: string | null;
            /** @description What it is called within it. */
            title: string;
        };
        /**
         * DeskWithdrawal
         * @description A statement of withdrawal.
         */
        DeskWithdrawal: {
            comment?: string | null;
            /** @description What says which contract, as it was typed. */
            contract: string;
            /** @description Where the acknowledgement went; empty once its sender was forgotten. */
            email: string;
            id: string;
            /** @description None for all of the contract. */
            items: components["schemas"]["WithdrawalItem"][];
            /** @description The language it was made in. */
            lang: components["schemas"]["Lang"];
            /** @description Why a person must look at it. */
            marks: components["schemas"]["WithdrawalMark"][];
            name: string;
            /** @description The order it names, whoever made it. */
            order_id?: string | null;
            /** @description What people call that order by. */
            order_number?: string | null;
            /** @description RFC 3339; from then on a statement about this order is late. Null while nothing was delivered. */
            period_ends_at?: string | null;
            /** @description What shows that the order's buyer made it. */
            proof: components["schemas"]["WithdrawalProof"];
            /** @description RFC 3339. */
            received_at: string;
            /** @description The last day for giving back what was paid: `2026-12-04`. */
            refund_due: string;
            /** @description SHA-256 of a salt and the statement, which the log has too. */
            seal: string;
            /** @description Its first 8 characters, which mails name. */
            short_id: string;
            /** @description How far its case is. */
            state: components["schemas"]["WithdrawalState"];
            /** @description Word for word. */
            statement: string;
        };
        /**
         * DismissSearch
         * @description A search to take off the list, or to put back.
         */
        DismissSearch: {
            /** @description `false` puts it back. */
            dismissed: boolean;
            /** @description As it is listed. */
            text: string;
        };
        /**
         * Dispatch
         * @description When an order leaves and arrives.
         */
        Dispatch: {
            /** @description The first day on which it arrives; null where nobody knows. */
            arrives_from?: string | null;
            /** @description The last one. */
            arrives_until?: string | null;
            /** @description Who usually takes it there. */
            carrier: components["schemas"]["Carrier"];
            /** @description The day on which an order that is paid now leaves; null where nothing is promised. */
            leaves?: string | null;
            /** @description The firm's day now, `2026-11-24`. */
            today: string;
        };
        /**
         * Disputes
         * @description Who settles disputes out of court.
         */
        Disputes: {
            /** @description Where it is reached, by letter or on the web. */
            address: string;
            /** @description What the body is called. */
            body: string;
            /** @description Whether the firm takes part. */
            takes_part: boolean;
        };
        /**
         * @description By what a duty is met.
         * @enum {string}
         */
        DutyBasis: "program" | "data" | "word";
        /**
         * DutyList
         * @description Every duty of the shop.
         */
        DutyList: {
            duties: components["schemas"]["LawDuty"][];
            /**
             * Format: int64
             * @description How many are not met.
             */
            owed: number;
        };
        /**
         * EnergyClass
         * @description A class of energy efficiency.
         */
        EnergyClass: {
            /** @description The best of its label, such as `A` or `A+++`. */
            best: string;
            /** @description Such as `E`. */
            class: string;
            /** @description A path of this site, which leads to the sheet of its maker; left out where there is none. */
            sheet?: string | null;
            /**
             * Format: int64
             * @description Steps from the best, 0 to 6: each has its colour.
             */
            step: number;
            /** @description The worst of it, such as `G` or `D`. */
            worst: string;
        };
        /**
         * EnrolRequest
         * @description An enrolment to begin.
         */
        EnrolRequest: {
            /** @description Always `totp`. */
            factor_type: components["schemas"]["FactorType"];
            /** @description What its owner calls it, up to 100 characters. */
            friendly_name?: string | null;
            /** @description How an app names the site; without it, the shop's name. */
            issuer?: string | null;
        };
        /**
         * Enrolled
         * @description An enrolment that waits for its first code.
         */
        Enrolled: {
            /** @description What its owner calls it; may be empty. */
            friendly_name: string;
            /** @description The factor. */
            id: string;
            /** @description What an app needs; seen this once. */
            totp: components["schemas"]["EnrolledTotp"];
            /** @description Always `totp`. */
            type: string;
        };
        /**
         * EnrolledTotp
         * @description A secret in three forms.
         */
        EnrolledTotp: {
            /** @description A picture to scan, an SVG document. */
            qr_code: string;
            /** @description To type by hand, base32. */
            secret: string;
            /** @description The address the picture shows. */
            uri: string;
        };
        /** Erase */
        Erase: {
            /** @description Whether a mail tells them, as it does unless it says `false`. */
            tell?: boolean | null;
        };
        /**
         * Erasure
         * @description What goes when somebody is erased, and what stays.
         */
        Erasure: {
            /**
             * Format: uint64
             * @description Comments on products.
             */
            comments: number;
            /** @description Their address for mail. */
            email: string;
            /** @description Whether they have an account. */
            has_account: boolean;
            /** @description Whether they administer the shop: then the role is to be taken away first. */
            is_admin: boolean;
            /**
             * Format: int64
             * @description Years that what stays is kept.
             */
            kept_years: number;
            /**
             * Format: int64
             * @description Mails to them and about them.
             */
            mails: number;
            /**
             * Format: uint64
             * @description Messages.
             */
            messages: number;
            /**
             * Format: uint64
             * @description Orders that wait for a payment or for goods, or of which a return is open: they are to be finished first.
             */
            open_orders: number;
            /**
             * Format: uint64
             * @description Their orders: amounts, lines, dates, town and postcode stay, without who they are.
             */
            orders: number;
            /**
             * Format: uint64
             * @description Requests for a quote, with their photos.
             */
            quotes: number;
        };
        /**
         * Facets
         * @description What one more choice would leave of a list.
         */
        Facets: {
            /**
             * Format: int64
             * @description How many products can be had now.
             */
            in_stock: number;
            /** @description The options there are to choose from. */
            options: components["schemas"]["OptionFacet"][];
        };
        /**
         * Factor
         * @description A second factor.
         */
        Factor: {
            /** @description When the enrolment began. */
            created_at: string;
            /** @description Always `totp`. */
            factor_type: string;
            /** @description What its owner calls it; may be empty. */
            friendly_name: string;
            /** @description Its id. */
            id: string;
            /** @description `unverified` while it waits for its first code. */
            status: components["schemas"]["FactorStatus"];
            /** @description When it was last changed. */
            updated_at: string;
        };
        /**
         * @description How far the enrolment of a second factor is.
         * @enum {string}
         */
        FactorStatus: "verified" | "unverified";
        /**
         * @description A kind of second factor.
         * @enum {string}
         */
        FactorType: "totp";
        /**
         * @description Whether the firm fits a product.
         * @enum {string}
         */
        Fitting: "none" | "offered" | "only";
        /** GiveBack */
        GiveBack: {
            /**
             * Format: int64
             * @description Cents; all that is left when neither this nor goods are given.
             */
            amount_in_cents?: number | null;
            /** @description Whether the money was given back in another way, in cash or by a transfer: then it is only written down. */
            elsewhere?: boolean | null;
            /**
             * Format: int64
             * @description Cents that the owner was shown; another sum is refused.
             */
            expected_in_cents?: number | null;
            /**
             * Format: int64
             * @description Cents that the owner was shown as left to give back; where less is left by now, it is refused.
             */
            left_in_cents?: number | null;
            /** @description Goods, whose price the server counts; not together with an amount. At most 100 lines. */
            lines?: components["schemas"]["RefundLine"][] | null;
            /** @description For the owner's own memory, at most 1,000 characters; needed for money that was given back elsewhere. */
            reason?: string | null;
            /**
             * Format: int64
             * @description Cents of the shipping, with the goods or alone.
             */
            shipping_in_cents?: number | null;
        };
        /** GoodsBack */
        GoodsBack: {
            /** @description What came back, at most 100 lines. */
            lines: components["schemas"]["ReturnedLine"][];
        };
        /**
         * GrantForm
         * @description Who is to get the role.
         */
        GrantForm: {
            /** @description Their address. */
            email: string;
        };
        /** GrantReturn */
        GrantReturn: {
            /** @description Whose goods may come back; it must have been sent. */
            order_id: string;
            /** @description To the buyer, at most 1,000 characters. */
            words?: string | null;
        };
        /**
         * @description How a session is asked for.
         * @enum {string}
         */
        GrantType: "password" | "refresh_token" | "pkce" | "id_token" | "web3";
        /**
         * Guarantee
         * @description A producer's commercial guarantee of durability, free of charge and for the whole of a product.
         */
        Guarantee: {
            /** @description All of it, for people. */
            formatted: string;
            /** @description For which model. */
            model: string;
            /**
             * Format: int64
             * @description How long, in months; more than 24.
             */
            months: number;
            /** @description Whose promise it is. */
            producer: string;
        };
        /**
         * Identity
         * @description What opens an account: its address, or who its owner is at a provider.
         */
        Identity: {
            /** @description When it opened the account first, RFC 3339. */
            created_at: string;
            /** @description The address there. */
            email: string;
            /** @description Who they are there. */
            id: string;
            /** @description What is known of them there. */
            identity_data: components["schemas"]["IdentityData"];
            /** @description Its own id. */
            identity_id: string;
            /** @description When it opened the account last, RFC 3339. */
            last_sign_in_at: string;
            /** @description `email`, or the provider's name. */
            provider: string;
            /** @description The same as `last_sign_in_at`. */
            updated_at: string;
            /** @description The account. */
            user_id: string;
        };
        /**
         * IdentityData
         * @description What a provider says of somebody.
         */
        IdentityData: {
            /** @description The address there. */
            email: string;
            /** @description Whether it is theirs for sure. */
            email_verified: boolean;
            /** @description Always false. */
            phone_verified: boolean;
            /** @description Who they are there. */
            sub: string;
        };
        /**
         * ImportDifference
         * @description What becomes of a product.
         */
        ImportDifference: {
            /** @description The first of what else becomes another; none of a new product. */
            fields: components["schemas"]["ImportField"][];
            /** @description Whether the shop did not have it. */
            is_new: boolean;
            /**
             * Format: uint64
             * @description How many more there are.
             */
            more_fields: number;
            /**
             * Format: uint64
             * @description How many more there are.
             */
            more_variants: number;
            /** @description As it was called, where that is another name. */
            old_title?: string | null;
            /**
             * Format: uint64
             * @description The row that begins it, as a spreadsheet shows it.
             */
            row: number;
            /** @description As it will be called. */
            title: string;
            /** @description The first of its variants whose price or stock is new. */
            variants: components["schemas"]["ImportVariant"][];
        };
        /**
         * ImportField
         * @description What becomes of a field, of one text in one language or of one variant.
         */
        ImportField: {
            /** @description Its name, as a product has it; one of a variant as a variant has it. */
            field: string;
            /** @description The language of the text, where it is not Spanish. */
            lang?: components["schemas"]["Lang"] | null;
            /** @description What will stand there. */
            new?: string | null;
            /** @description What stood there, of a long text what is around the first change; empty for nothing, null for what is no text. */
            old?: string | null;
            /** @description The variant, where the product has several. */
            variant?: string | null;
        };
        /**
         * ImportNote
         * @description Something worth knowing about a row.
         */
        ImportNote: {
            /** @description The same for a page to say in its own language. */
            code?: string | null;
            /** @description One English sentence. */
            message: string;
            /** @description The values in it. */
            params?: unknown;
            /**
             * Format: uint64
             * @description The row as a spreadsheet shows it.
             */
            row: number;
        };
        /**
         * ImportProblem
         * @description What is wrong with a row.
         */
        ImportProblem: {
            /** @description The same for a page to say in its own language. */
            code: string;
            /** @description The column as the file calls it; empty for the row as a whole. */
            column: string;
            /** @description What is wrong, in English. */
            message: string;
            /** @description The values in it. */
            params?: unknown;
            /**
             * Format: uint64
             * @description The row as a spreadsheet shows it; 0 for the file as a whole.
             */
            row: number;
        };
        /**
         * ImportReport
         * @description What an import did, or would do.
         */
        ImportReport: {
            /**
             * Format: uint64
             * @description Products that differ now.
             */
            changed: number;
            /**
             * Format: uint64
             * @description Products that are new.
             */
            created: number;
            /** @description The first fifty products that are new or differ. */
            differences: components["schemas"]["ImportDifference"][];
            /** @description Whether nothing was written. */
            dry_run: boolean;
            /** @description `manetes`, `shopify` or `woocommerce`. */
            format: string;
            /**
             * Format: uint64
             * @description Products that were left out because of a row.
             */
            left_out: number;
            /** @description Pictures to be added by hand: product and address. */
            missing_pictures: components["schemas"]["ImportNote"][];
            /** @description What was decided where the file leaves something open. */
            notes: components["schemas"]["ImportNote"][];
            /**
             * Format: uint64
             * @description How many there are in all.
             */
            problem_count: number;
            /** @description The first hundred problems of those left out. */
            problems: components["schemas"]["ImportProblem"][];
            /**
             * Format: uint64
             * @description Products that are as they were.
             */
            unchanged: number;
        };
        /**
         * ImportState
         * @description How far an import is.
         */
        ImportState: {
            /**
             * Format: uint64
             * @description Products that are done.
             */
            done: number;
            /** @description What it is asked for by. */
            id: string;
            /** @description What it did; null while it goes on. */
            report?: components["schemas"]["ImportReport"] | null;
            /**
             * Format: uint64
             * @description Products of the file.
             */
            total: number;
        };
        /**
         * ImportVariant
         * @description What becomes of a variant; what stays is null.
         */
        ImportVariant: {
            /**
             * Format: int64
             * @description What was asked for it; null for a new one.
             */
            old_price_in_cents?: number | null;
            /**
             * Format: int64
             * @description Units there were.
             */
            old_stock?: number | null;
            /**
             * Format: int64
             * @description What will be asked for it.
             */
            price_in_cents?: number | null;
            /**
             * Format: int64
             * @description Units there will be; null also where nobody counts them.
             */
            stock?: number | null;
            /** @description What it is called. */
            title: string;
        };
        /**
         * InquiryBody
         * @description A request for a quote, or a message, which has no phone, service, town, time and photos.
         */
        InquiryBody: {
            /** @description What makes it a complaint; left out where it is none. */
            complaint?: components["schemas"]["Complaint"] | null;
            /** @description When the sender agreed to the privacy policy. */
            consent_at?: string | null;
            /** @description RFC 3339. */
            created_at: string;
            email: string;
            /** @description Oldest first. */
            events: components["schemas"]["InquiryEvent"][];
            id: string;
            /** @description The language to answer in. */
            lang: components["schemas"]["Lang"];
            /** @description In the sender's words and lines. */
            message: string;
            name: string;
            /** @description What people call it by: `P-2026-0042` or `M-2026-0042`, and a complaint by its key. */
            number: string;
            phone?: string | null;
            /** @description Their ids. */
            photos: string[];
            /** @description The trade, as the form calls it. */
            service?: components["schemas"]["Service"] | null;
            /** @description Its first 8 characters. */
            short_id: string;
            /** @description Where it stands. */
            status: components["schemas"]["InquiryStatus"];
            town_or_postcode?: string | null;
            wanted_when?: string | null;
        };
        /**
         * InquiryEvent
         * @description What became of it.
         */
        InquiryEvent: {
            /** @description RFC 3339. */
            at: string;
            /** @description Whose doing it was, as the log knows them. */
            by: string;
            /**
             * @description What went with an answer; left out where nothing did.
             * @default []
             */
            files?: components["schemas"]["AnswerFile"][] | null;
            /** @description What was done. */
            kind: components["schemas"]["InquiryEventKind"];
            /** @description The words, or the status. */
            text: string;
        };
        /**
         * @description What somebody did about something in the inbox.
         * @enum {string}
         */
        InquiryEventKind: "reply" | "note" | "status";
        /**
         * @description Where something in the inbox stands.
         * @enum {string}
         */
        InquiryStatus: "new" | "answered" | "closed";
        /**
         * Insurance
         * @description Civil liability insurance.
         */
        Insurance: {
            /**
             * Format: int64
             * @description Whole euros that it pays at most.
             */
            cover_in_euros: number;
            /** @description The insurer. */
            insurer: string;
        };
        /**
         * Invoice
         * @description An invoice. Amounts are cents; of one that corrects they are below nothing.
         */
        Invoice: {
            /** @description Whether it should never have been issued, and counts for nothing. */
            annulled: boolean;
            /** Format: int64 */
            base_in_cents: number;
            /** @description The number of the invoice it corrects. */
            corrects?: string | null;
            /** @description The day it is dated, `2026-11-23`. */
            date: string;
            /** @description When its record was made: RFC 3339 on the firm's clocks. */
            generated_at: string;
            /** @description Of its record: SHA-256 in capitals. */
            hash: string;
            /** @description `T-2026-000001`: series, year, place. */
            number: string;
            order_id: string;
            /** @description Of the record before; null for the first of all. */
            previous_hash?: string | null;
            /** @description What the agency says is wrong with it, in Spanish, with its code. */
            problem?: string | null;
            /** @description Whether one that is made out to its buyer stands for it. */
            replaced: boolean;
            /** @description The number of the simplified invoice it stands for. */
            replaces?: string | null;
            state: components["schemas"]["InvoiceState"];
            /** Format: int64 */
            tax_in_cents: number;
            /** Format: int64 */
            total_in_cents: number;
            /** @description Of a payment to the sandbox: it is worth nothing. */
            trial: boolean;
            type: components["schemas"]["InvoiceType"];
        };
        /**
         * InvoiceBooks
         * @description The invoices of a quarter on the firm's calendar.
         */
        InvoiceBooks: {
            /**
             * Format: int64
             * @description How many were issued.
             */
            count: number;
            /**
             * Format: int64
             * @description What was taken off because it counts in an earlier quarter: simplified invoices that one of this quarter replaces.
             */
            counted_before_in_cents: number;
            months: components["schemas"]["InvoiceMonth"][];
            /** @description `2026-4` */
            quarter: string;
            /** @description Those since the first invoice, the newest first. */
            quarters: string[];
            /** @description The highest first. An invoice of two rates is in both. */
            rates: components["schemas"]["InvoiceRate"][];
            reported: components["schemas"]["InvoicesReported"];
            total: components["schemas"]["InvoiceSum"];
            waiting: components["schemas"]["InvoicesWaiting"];
        };
        /**
         * InvoiceBuyer
         * @description Who is to be invoiced.
         */
        InvoiceBuyer: {
            /** @description Street and number, at most 200 characters. */
            address: string;
            /** @description At most 100 characters. */
            city: string;
            /** @description ISO 3166-1, `ES`. */
            country: string;
            /** @description At most 120 characters. */
            name: string;
            /** @description A Spanish tax number, or that of another country, at most 20 characters. */
            nif: string;
            /** @description At most 12 characters. */
            postal_code: string;
        };
        /**
         * InvoiceCorrection
         * @description How the tax agency knows a buyer; what is missing stays as it is.
         */
        InvoiceCorrection: {
            /** @description At most 120 characters. */
            buyer_name?: string | null;
            /** @description A Spanish tax number, or that of another country, at most 20 characters. */
            buyer_nif?: string | null;
        };
        /**
         * InvoiceList
         * @description Invoices.
         */
        InvoiceList: {
            /** @description To whom they are made out, as they will be printed; left out where nobody has said so. */
            buyer?: components["schemas"]["InvoiceBuyer"] | null;
            /** @description Whether the firm can invoice: its name, tax number and address are known, and not the demo's. */
            can_issue: boolean;
            /** Format: int64 */
            count: number;
            invoices: components["schemas"]["Invoice"][];
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            offset: number;
        };
        /**
         * InvoiceLook
         * @description An invoice with its buyer as it would be issued.
         */
        InvoiceLook: {
            /** @description To whom, as it will be printed. */
            buyer: components["schemas"]["InvoiceBuyer"];
            /** @description What it says; null where it waits for the payment, or for the firm's own tax number and address. */
            invoice?: components["schemas"]["InvoiceLookedAt"] | null;
        };
        /**
         * InvoiceLookLine
         * @description A line of it.
         */
        InvoiceLookLine: {
            /**
             * Format: int64
             * @description How many; null where nothing is counted.
             */
            quantity?: number | null;
            /** @description Whether it is for shipping. */
            shipping: boolean;
            /** @description What of; null for shipping, and for an amount alone. */
            title?: string | null;
            /** Format: int64 */
            total_in_cents: number;
        };
        /**
         * InvoiceLookedAt
         * @description What an invoice would say.
         */
        InvoiceLookedAt: {
            /** Format: int64 */
            base_in_cents: number;
            lines: components["schemas"]["InvoiceLookLine"][];
            /** @description The number of the simplified invoice it would stand for. */
            replaces?: string | null;
            /** Format: int64 */
            tax_in_cents: number;
            /** Format: int64 */
            total_in_cents: number;
            type: components["schemas"]["InvoiceType"];
        };
        /**
         * InvoiceMonth
         * @description What they come to in a month.
         */
        InvoiceMonth: {
            /** @description `2026-10` */
            month: string;
            /** @description The highest first. */
            rates: components["schemas"]["InvoiceRate"][];
        };
        /**
         * InvoiceRate
         * @description What they come to at a rate.
         */
        InvoiceRate: {
            /** Format: int64 */
            base_in_cents: number;
            /**
             * Format: int64
             * @description How many count.
             */
            invoices: number;
            /**
             * Format: int64
             * @description Basis points: 2100 is 21 %.
             */
            rate_bp: number;
            /** Format: int64 */
            tax_in_cents: number;
            /** Format: int64 */
            total_in_cents: number;
        };
        /**
         * @description Where the record of an invoice stands with the tax agency.
         * @enum {string}
         */
        InvoiceState: "issued" | "waiting" | "accepted" | "accepted_with_errors" | "rejected";
        /**
         * InvoiceSum
         * @description What invoices come to, less what corrects them; cents.
         */
        InvoiceSum: {
            /** Format: int64 */
            base_in_cents: number;
            /**
             * Format: int64
             * @description How many count.
             */
            invoices: number;
            /** Format: int64 */
            tax_in_cents: number;
            /** Format: int64 */
            total_in_cents: number;
        };
        /**
         * @description What kind an invoice is, as the tax agency calls it (Orden HAC/1177/2024, list L2).
         * @enum {string}
         */
        InvoiceType: "F1" | "F2" | "F3" | "R1" | "R5";
        /** InvoicedOrder */
        InvoicedOrder: {
            id: string;
            /** @description `2026-0042` */
            number: string;
        };
        /**
         * InvoicesReported
         * @description How reporting to the tax agency goes.
         */
        InvoicesReported: {
            /** @description What the maker of the program declares, in Spanish; null where nobody answers for it. */
            declaration?: string | null;
            /** @description Since when none succeeded, RFC 3339. */
            failing_since?: string | null;
            /** @description Why the last try to send failed. */
            failure?: string | null;
            /** @description Whether nothing is issued until the agency was asked which it has. */
            held: boolean;
            /**
             * Format: int64
             * @description Invoices that the agency has and this shop has lost.
             */
            lost: number;
            /**
             * Format: int64
             * @description Records that are to be sent.
             */
            unsent: number;
            /**
             * Format: int64
             * @description Invoices of which the agency says that something is wrong.
             */
            wrong: number;
        };
        /**
         * InvoicesWaiting
         * @description What waits to be invoiced, and for what.
         */
        InvoicesWaiting: {
            /**
             * Format: int64
             * @description Sales and refunds.
             */
            count: number;
            /** @description For the firm's name, tax number and address. */
            for_seller: boolean;
            /** @description For whom they are to be made out to, above 3,000.00: the oldest 20. */
            orders_without_buyer: components["schemas"]["InvoicedOrder"][];
        };
        /** ItemInput */
        ItemInput: {
            /** @description Texts the customer filled in. */
            custom_field_values?: components["schemas"]["TextInput"][] | null;
            /** @description Accepted for older clients; the server's own stands on the order. */
            image_url?: string | null;
            /**
             * Format: double
             * @description Accepted for older clients; the server's own stands on the order.
             */
            price_at_purchase?: number | null;
            /** @description Accepted for older clients; the server's own stands on the order. */
            product_id?: string | null;
            /** @description Accepted for older clients; the server's own stands on the order. */
            product_title?: string | null;
            /**
             * Format: int64
             * @description How many, 1–99.
             */
            quantity: number;
            /** @description What. */
            variant_id: string;
            /** @description Accepted for older clients; the server's own stands on the order. */
            variant_title?: string | null;
        };
        /**
         * KeptDocument
         * @description A document of this site.
         */
        KeptDocument: {
            /**
             * Format: uint64
             * @description How large it is.
             */
            bytes: number;
            /** @description For `documents` of a product. */
            url: string;
        };
        /** KeptPhoto */
        KeptPhoto: {
            /** @description Names it in `photos` of a request. */
            photo: string;
        };
        /**
         * KeptPicture
         * @description A picture of this site.
         */
        KeptPicture: {
            /**
             * Format: uint32
             * @description Pixels from top to bottom.
             */
            height: number;
            /** @description For `images` of a product; `?w=` takes it smaller. */
            url: string;
            /**
             * Format: uint32
             * @description Pixels from side to side.
             */
            width: number;
        };
        /**
         * KnownCustomer
         * @description Somebody and all that is theirs.
         */
        KnownCustomer: {
            /** @description Where they live; may be empty. */
            city: string;
            /** @description When they signed up, or wrote last; RFC 3339. */
            created_at: string;
            /** @description Their address. */
            email: string;
            /**
             * Format: int64
             * @description Cents they paid, with what went back since.
             */
            gross_in_cents: number;
            /** @description Whether they have an account. */
            has_account: boolean;
            /** @description The account, or what they sent last. */
            id: string;
            /** @description RFC 3339. */
            last_order_at?: string | null;
            /** @description Their messages, newest first. */
            messages: components["schemas"]["CustomerInquiry"][];
            /** @description As they call themselves; may be empty. */
            name: string;
            /** @description Their orders, newest first, 200 at most. */
            orders: components["schemas"]["DeskOrderLine"][];
            /**
             * Format: int64
             * @description Their orders, unpaid ones too.
             */
            orders_count: number;
            /** @description Where they are called: as their account has it, else as they gave it last; null where they never did. */
            phone?: string | null;
            /** @description Their requests for a quote, newest first. */
            quotes: components["schemas"]["CustomerInquiry"][];
            /**
             * Format: int64
             * @description Requests for a quote and messages with their address.
             */
            quotes_count: number;
            /**
             * Format: int64
             * @description Cents they paid and did not get back.
             */
            total_in_cents: number;
            /** @description Their statements of withdrawal, newest first. */
            withdrawals: components["schemas"]["CustomerWithdrawal"][];
        };
        /**
         * @description A language of the interface. The first is the fallback.
         * @enum {string}
         */
        Lang: "es" | "ca" | "en" | "fr" | "ar";
        /**
         * LawDuty
         * @description Something that the law asks for.
         */
        LawDuty: {
            /** @description Where it is written. */
            article: string;
            basis: components["schemas"]["DutyBasis"];
            /** @description Who said that it is met, of what no program can see. */
            confirmed?: components["schemas"]["ConfirmedDuty"] | null;
            /** @description What the desk's texts call it. */
            id: string;
            /**
             * @description The keys of the settings that are missing, or still the example's; left out where it does not ask for settings.
             * @default []
             */
            lacks?: string[] | null;
            /** @description Whether it is. */
            met: boolean;
            /**
             * Format: int64
             * @description How much is missing, such as products.
             */
            missing: number;
            /** @description Where it is mended, below `/admin`; null where there is nothing to mend. */
            place?: string | null;
        };
        /**
         * @description A text that the law wants on the site; its name is that of its page.
         * @enum {string}
         */
        LegalDocument: "terms" | "privacy" | "legal-notice" | "cookies" | "withdrawal" | "shipping-and-returns" | "accessibility";
        /**
         * LegalText
         * @description A legal text with its versions.
         */
        LegalText: {
            document: components["schemas"]["LegalDocument"];
            /** @description Its text, of one that was asked for. */
            html?: string | null;
            /** @description Whose versions these are. */
            lang: components["schemas"]["Lang"];
            /** @description The day it was first shown, `2026-11-23`. */
            since?: string | null;
            /**
             * Format: int64
             * @description The one that is shown: the latest, or the one asked for; null while none was kept.
             */
            version?: number | null;
            /** @description All of them, the newest first. */
            versions: components["schemas"]["LegalVersion"][];
        };
        /**
         * LegalVersion
         * @description A version of a legal text.
         */
        LegalVersion: {
            /** @description The day it was first shown, `2026-11-23`. */
            since: string;
            /**
             * Format: int64
             * @description From 1.
             */
            version: number;
        };
        /**
         * Licence
         * @description A number that an authority gave.
         */
        Licence: {
            /** @description What for. */
            kind: components["schemas"]["LicenceKind"];
            /** @description Such as `RASIC 080012345`. */
            number: string;
        };
        /**
         * @description What an installer's number is for.
         * @enum {string}
         */
        LicenceKind: "electricity" | "gas" | "heating" | "refrigerants" | "water" | "construction" | "security";
        /**
         * ListedPasskey
         * @description A passkey.
         */
        ListedPasskey: {
            /** @description RFC 3339. */
            created_at: string;
            id: string;
            /** @description RFC 3339; left out when it never was. */
            last_used_at?: string | null;
            /** @description What its owner calls it. */
            name: string;
            /** @description Why it opens nothing; left out where it does. */
            useless?: components["schemas"]["UselessPasskey"] | null;
        };
        /**
         * ListedSession
         * @description A session.
         */
        ListedSession: {
            /** @description When it began. */
            created_at: string;
            /** @description Whether it is the one that asks. */
            current: boolean;
            /** @description Names it, opens nothing. */
            id: string;
            /** @description When it was last refreshed. */
            last_seen_at: string;
            /** @description What the program called itself when it signed in; may be empty. */
            user_agent: string;
        };
        /**
         * Log
         * @description Entries of the log, newest first.
         */
        Log: {
            /**
             * Format: int64
             * @description How many there are in all.
             */
            count: number;
            /** @description This page. */
            entries: components["schemas"]["LogEntry"][];
            /**
             * Format: int64
             * @description How many this page holds at most.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were skipped.
             */
            offset: number;
        };
        /**
         * LogActor
         * @description Who acted.
         */
        LogActor: {
            /** @description The network address of the request, at the desk. */
            from?: string | null;
            /** @description The account, or the user of the machine. */
            id: string;
            /** @description From where. */
            kind: components["schemas"]["ActorKind"];
            /** @description The account's address as it was, or the name of the machine's user. */
            label: string;
        };
        /**
         * LogEntry
         * @description What somebody did.
         */
        LogEntry: {
            /** @description What, such as `order.shipped`. */
            act: string;
            /** @description Who. */
            actor: components["schemas"]["LogActor"];
            /** @description RFC 3339. */
            at: string;
            /** @description What else there is to know; its members depend on the act. */
            detail: unknown;
            /** @description Whether it is still there to be looked at. */
            is_there: boolean;
            /** @description What people call that, while the shop knows it: an order's number, a product's title, a sender's name. */
            name?: string | null;
            /**
             * Format: int64
             * @description Its place in the log, from 1 and without a gap.
             */
            seq: number;
            /** @description The id of what it was done to. */
            subject: string;
        };
        /**
         * @description Which sessions to end.
         * @enum {string}
         */
        LogoutScope: "global" | "local" | "others";
        /**
         * LowStock
         * @description A variant that is running out.
         */
        LowStock: {
            /**
             * Format: int64
             * @description Units left.
             */
            left: number;
            /** @description Its product. */
            product_id: string;
            /** @description What that is called. */
            product_title: string;
            /** @description The stock keeping unit. */
            sku?: string | null;
            /** @description The variant. */
            variant_id: string;
            /** @description What the variant is called. */
            variant_title: string;
        };
        /**
         * Mail
         * @description A mail.
         */
        Mail: {
            /**
             * Format: int64
             * @description How often it was tried.
             */
            attempts: number;
            /** @description RFC 3339. */
            created_at: string;
            /** @description The local part of its Message-ID. */
            id: string;
            /** @description Whether a restored shop still had to send it, and it waits for a word. */
            is_held: boolean;
            /** @description What the mail server said last. */
            last_error?: string | null;
            /** @description When it is tried next; null unless it is queued, and while it is held. */
            next_try_at?: string | null;
            /** @description Where it stands. */
            state: components["schemas"]["MailState"];
            /** @description Its subject, in its language. */
            subject: string;
            /** @description The recipient. */
            to: string;
        };
        /**
         * MailList
         * @description A page of mails, newest first.
         */
        MailList: {
            /**
             * Format: int64
             * @description How many fit.
             */
            count: number;
            /**
             * Format: int64
             * @description How many were asked for.
             */
            limit: number;
            /** @description The mails. */
            mails: components["schemas"]["Mail"][];
            /**
             * Format: int64
             * @description How many were left out at the beginning.
             */
            offset: number;
        };
        /**
         * @description Where a mail stands.
         * @enum {string}
         */
        MailState: "queued" | "sent" | "dead";
        /**
         * Maker
         * @description Who makes a product, as Regulation (EU) 2023/988 wants it told with each offer.
         */
        Maker: {
            /** @description Where it gets post; may be empty. */
            address: string;
            /** @description Its electronic address, for mail or of a page; may be empty. */
            contact: string;
            /** @description Its name or trade mark. */
            name: string;
            /** @description Who answers in the Union for what a maker outside it makes; left out for others. */
            responsible?: components["schemas"]["ResponsiblePerson"] | null;
        };
        /**
         * MakerForm
         * @description What is told of a maker.
         */
        MakerForm: {
            /**
             * @description Where it gets post; at most 300 characters.
             * @default
             */
            address?: string | null;
            /**
             * @description Its electronic address, for mail or of a page; at most 200 characters.
             * @default
             */
            contact?: string | null;
            /**
             * @description Where they get post; at most 300 characters.
             * @default
             */
            eu_address?: string | null;
            /**
             * @description Their electronic address; at most 200 characters.
             * @default
             */
            eu_contact?: string | null;
            /**
             * @description Who answers in the Union for what it makes; at most 200 characters.
             * @default
             */
            eu_name?: string | null;
            /**
             * @description Whether it is established outside the Union.
             * @default false
             */
            is_outside_eu?: boolean | null;
            /** @description Its name or trade mark; 1–200 characters. */
            name: string;
        };
        /**
         * MessageBody
         * @description A message.
         */
        MessageBody: {
            message: components["schemas"]["InquiryBody"];
        };
        /**
         * @description What a message is.
         * @enum {string}
         */
        MessageKind: "message" | "complaint";
        /**
         * MessageList
         * @description A page of messages, newest first.
         */
        MessageList: {
            /**
             * Format: int64
             * @description How many fit.
             */
            count: number;
            /** Format: int64 */
            limit: number;
            messages: components["schemas"]["MessageRow"][];
            /** Format: int64 */
            offset: number;
        };
        /**
         * MessageReceived
         * @description A message or a complaint has arrived.
         */
        MessageReceived: {
            /** @description What a complaint is known by. */
            complaint?: components["schemas"]["ComplaintReceived"] | null;
            /** @description What people call a message by: `M-2026-0042`. */
            number?: string | null;
        };
        /**
         * MessageRow
         * @description A message in a list.
         */
        MessageRow: {
            /** @description What makes it a complaint; left out where it is none. */
            complaint?: components["schemas"]["Complaint"] | null;
            /** @description RFC 3339. */
            created_at: string;
            email: string;
            /** @description The beginning of the message. */
            excerpt: string;
            id: string;
            name: string;
            /** @description What people call it by: `M-2026-0042`, and a complaint by its key. */
            number: string;
            /** @description Its first 8 characters. */
            short_id: string;
            /** @description Where it stands. */
            status: components["schemas"]["InquiryStatus"];
        };
        /**
         * MetaSecurity
         * @description What clients add for bot protection.
         */
        MetaSecurity: {
            /** @description From the service that tells people from programs; ignored where none is configured. */
            captcha_token?: string | null;
        };
        /**
         * MissedSearch
         * @description A search that found nothing.
         */
        MissedSearch: {
            /**
             * Format: int64
             * @description On how many days; at least 2.
             */
            how_many: number;
            /** @description When last, `2026-11-24`. */
            last_day: string;
            /** @description What was looked for. */
            text: string;
        };
        /**
         * MyData
         * @description Everything the shop knows of the person who asks.
         */
        MyData: {
            /** @description The account: address, profile, sessions, second factors. */
            account: unknown;
            /** @description Comments on products, newest first. */
            comments: unknown;
            /** @description When it was put together. */
            exported_at: string;
            /** @description What the shop wrote about those requests and messages, and answered, oldest first. */
            inquiry_words: unknown;
            /** @description What was invoiced of them, with whom each names. */
            invoices: unknown[];
            /** @description Messages sent with the account's address. */
            messages: unknown;
            /** @description What the shop wrote down about the orders, oldest first. */
            order_notes: unknown;
            /** @description Every order, newest first. */
            orders: unknown[];
            /** @description Requests for a quote sent with the account's address. */
            quote_requests: unknown;
            /** @description Stars for what was bought, and for the firm. */
            ratings: unknown;
            /** @description Products of which the account's address waits for a mail that they can be had again. */
            stock_requests: unknown;
            /** @description Products on the account's wish list, the latest first. */
            wishlist: unknown;
            /** @description Statements of withdrawal, newest first. */
            withdrawals: unknown;
        };
        /**
         * NameBody
         * @description Who wrote something.
         */
        NameBody: {
            /** @description The person's id. */
            id: string;
            /** @description Their name. */
            name: string;
        };
        /**
         * NameList
         * @description Names by id.
         */
        NameList: {
            /**
             * Format: uint64
             * @description How many there are.
             */
            count: number;
            /**
             * Format: uint64
             * @description How many are answered at most.
             */
            limit: number;
            /**
             * Format: uint64
             * @description How many were skipped.
             */
            offset: number;
            /** @description In the order of their ids. */
            profiles: components["schemas"]["NameBody"][];
        };
        /** NewComment */
        NewComment: {
            /** @description Plain text, 1–2,000 characters once what stands around it is gone. */
            content: string;
            /** @description The product. */
            item_id: string;
        };
        /**
         * NewPasskey
         * @description A passkey that was made.
         */
        NewPasskey: {
            /** @description What the authenticator answered, in the JSON of the standard. */
            credential: unknown;
            /** @description Of the question. */
            id: string;
            /** @description What its owner calls it. */
            name: string;
        };
        /** Note */
        Note: {
            /** @description 1 to 1,000 characters; the buyer does not see them. */
            text: string;
        };
        /**
         * Offer
         * @description Somebody who was offered the role.
         */
        Offer: {
            /** @description Where it was mailed to. */
            email: string;
            /** @description Of the invitation. */
            id: string;
            /** @description RFC 3339. */
            invited_at: string;
            /** @description Who offers it, by their address. */
            invited_by: string;
        };
        /**
         * Opening
         * @description A time of opening on one day or on several in a row.
         */
        Opening: {
            /** @description `18:00`. */
            closes: string;
            /**
             * Format: uint64
             * @description The first day, 0 for Monday.
             */
            first_day: number;
            /**
             * Format: uint64
             * @description The last day, 6 for Sunday.
             */
            last_day: number;
            /** @description `08:00`. */
            opens: string;
        };
        /**
         * OptionFacet
         * @description An option of products and its values.
         */
        OptionFacet: {
            /** @description Its title in the language asked for. */
            label: string;
            /** @description The stable Spanish title. */
            name: string;
            /** @description Its values. */
            values: components["schemas"]["OptionValueCount"][];
        };
        /**
         * OptionValueCount
         * @description A value of an option and how many products have it.
         */
        OptionValueCount: {
            /**
             * Format: int64
             * @description How many products.
             */
            count: number;
            /** @description The value in the language asked for. */
            label: string;
            /** @description The stable Spanish value. */
            value: string;
        };
        /**
         * Order
         * @description An order.
         */
        Order: {
            /** @description The first day on which it arrives; left out unless it is paid and has not arrived, and where nobody knows. */
            arrives_from?: string | null;
            /** @description The last one. */
            arrives_until?: string | null;
            /** @description Why, once cancelled. */
            cancellation_reason?: components["schemas"]["CancellationReason"] | null;
            /** @description Who takes it there, once shipped. */
            carrier?: components["schemas"]["Carrier"] | null;
            /**
             * Format: int64
             * @description Cents that the buyer's bank took back.
             */
            charged_back_in_cents: number;
            /** @description RFC 3339. */
            created_at: string;
            /** @description ISO 4217. */
            currency: string;
            /** @description RFC 3339; until when it is held, while pending. */
            expires_at?: string | null;
            /** @description The same on the firm's clocks, `2026-11-20 18:03:11`. */
            expires_locally?: string | null;
            /** @description Its first 8 characters tell it from others. */
            id: string;
            /** @description Whether it has not left although the days are over on which it was to arrive; left out where it is not so. */
            is_late?: boolean | null;
            /**
             * Format: int64
             * @description Cents, without shipping.
             */
            items_in_cents: number;
            /** @description Whether that leaves out what delivery cost, as a part of the order alone is withdrawn from. */
            keeps_shipping?: boolean | null;
            /** @description The language it was placed in, which its mails and those terms are in. */
            lang: components["schemas"]["Lang"];
            /** @description What people call it by: `2026-0042`, the year and a running number. */
            number: string;
            /** @description The lines. */
            order_items: components["schemas"]["OrderItem"][];
            /** @description RFC 3339, once paid. */
            paid_at?: string | null;
            /** @description Whether a payment can be started: pending and still held. */
            payable: boolean;
            /**
             * Format: int64
             * @description Cents that are on their way back.
             */
            refund_pending_in_cents: number;
            /** @description Whether its money is back or on its way back. */
            refund_state: components["schemas"]["RefundState"];
            /**
             * Format: int64
             * @description Cents that were given back.
             */
            refunded_in_cents: number;
            /** @description Where it goes. */
            shipping_address: components["schemas"]["OrderAddress"];
            /**
             * Format: int64
             * @description Cents.
             */
            shipping_in_cents: number;
            /** @description Where it stands. */
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: int64
             * @description Cents, contained in the total.
             */
            tax_in_cents: number;
            /**
             * Format: int64
             * @description The version of the terms that its buyer agreed to, in the order's language; null where none was kept.
             */
            terms_version?: number | null;
            /**
             * Format: int64
             * @description Cents, shipping included.
             */
            total_in_cents: number;
            /**
             * Format: double
             * @description Euros, shipping included.
             */
            total_price: number;
            /** @description The carrier's number, where there is one. */
            tracking_number?: string | null;
            /** @description Whose it is; null when it was bought without an account. */
            user_id?: string | null;
            /** @description RFC 3339; when the withdrawal from it arrived that is not settled yet; left out where none waits. */
            withdrawn_at?: string | null;
            /**
             * Format: int64
             * @description Cents that go back for it if it holds.
             */
            withdrawn_in_cents?: number | null;
        };
        /**
         * OrderAddress
         * @description A shipping address.
         */
        OrderAddress: {
            /** @description Street and number. */
            address: string;
            /** @description The town. */
            city: string;
            /** @description Spain. */
            country: string;
            /** @description Who receives it. */
            name: string;
            /** @description For whoever brings it; empty where none was given. */
            phone: string;
            /** @description 5 digits. */
            postal_code: string;
        };
        /**
         * OrderCustomField
         * @description A text the customer filled in.
         */
        OrderCustomField: {
            /** @description The custom field. */
            id: string;
            /** @description What it asked for. */
            title: string;
            /** @description What was filled in. */
            value: string;
        };
        /**
         * OrderItem
         * @description A line of an order.
         */
        OrderItem: {
            /** @description What the customer filled in. */
            custom_field_values: components["schemas"]["OrderCustomField"][];
            /** @description The line. */
            id: string;
            /** @description What it shows, in the order's language; null when nobody has said so. */
            image_alt?: string | null;
            /** @description A path of this site. */
            image_url?: string | null;
            /**
             * Format: double
             * @description Euros, for one.
             */
            price_at_purchase: number;
            /**
             * Format: int64
             * @description Cents, for one.
             */
            price_at_purchase_in_cents: number;
            /** @description The product. */
            product_id: string;
            /** @description As it was called on the day, in the order's language. */
            product_title: string;
            /**
             * Format: int64
             * @description How many.
             */
            quantity: number;
            /**
             * Format: int64
             * @description For how many of them the money is back or on its way back.
             */
            refunded_quantity: number;
            /** @description The stock keeping unit. */
            sku?: string | null;
            /** @description The variant. */
            variant_id: string;
            /** @description As it was called on the day, in the order's language. */
            variant_title: string;
            /**
             * Format: int64
             * @description How many of them are withdrawn from, as long as that is not settled; left out where none are.
             */
            withdrawn_quantity?: number | null;
        };
        /**
         * OrderList
         * @description Orders, newest first.
         */
        OrderList: {
            /**
             * Format: int64
             * @description How many there are in all.
             */
            count: number;
            /**
             * Format: int64
             * @description How many this page holds at most.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were skipped.
             */
            offset: number;
            /** @description This page. */
            orders: components["schemas"]["Order"][];
        };
        /**
         * @description Which mail of an order.
         * @enum {string}
         */
        OrderMail: "order_received" | "order_paid" | "order_shipped" | "order_delivered" | "order_cancelled" | "order_refunded" | "order_invoiced";
        /**
         * OrderRating
         * @description Where stars are given for an order.
         */
        OrderRating: {
            /** @description A path of this site; null while nothing has arrived, and once it is over. */
            url?: string | null;
        };
        /**
         * @description Where an order stands. Why it was cancelled, refunds and what needs a person are facts beside the status.
         * @enum {string}
         */
        OrderStatus: "pending" | "paid" | "shipped" | "delivered" | "cancelled";
        /**
         * OtpRequest
         * @description Who wants a link and a code to sign in with.
         */
        OtpRequest: {
            /** @description The same, where some clients put it. */
            captcha_token?: string | null;
            /** @description How a phone is written to; not offered. */
            channel?: string | null;
            /**
             * @description Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
             *     to `verify` is answered with the session itself.
             */
            code_challenge?: string | null;
            /** @description `s256` or `plain`. */
            code_challenge_method?: string | null;
            /** @description Whether an address without an account gets one; unless it is false. */
            create_user?: boolean | null;
            /** @description What is known of the person, when an account is made; as for a sign-up. */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description The address. */
            email?: string | null;
            /** @description The `redirect_to` of the address, where some clients put it. */
            email_redirect_to?: string | null;
            /** @description Bot protection. */
            gotrue_meta_security?: components["schemas"]["MetaSecurity"] | null;
            /** @description Not offered. */
            phone?: string | null;
        };
        /**
         * OwnTexts
         * @description Texts of the site that are the owner's.
         */
        OwnTexts: {
            /** @description By name; all others are those the site came with. */
            texts: {
                [key: string]: string;
            };
        };
        /**
         * PasskeyList
         * @description One's own passkeys.
         */
        PasskeyList: {
            /** @description What the desk asks for; left out where nothing. */
            desk_asks?: components["schemas"]["DeskAsks"] | null;
            /** @description The oldest first. */
            passkeys: components["schemas"]["ListedPasskey"][];
        };
        /**
         * PasskeyName
         * @description Another name.
         */
        PasskeyName: {
            /** @description What its owner calls it. */
            name: string;
        };
        /**
         * PasskeyQuestion
         * @description What a browser hands to its authenticator.
         */
        PasskeyQuestion: {
            /** @description Goes with the answer, within five minutes and once. */
            id: string;
            /** @description `publicKey` of `navigator.credentials`, in the JSON of the standard. */
            options: unknown;
        };
        /**
         * PastImport
         * @description An import of the last seven days.
         */
        PastImport: {
            /** @description When it began. */
            at: string;
            /**
             * Format: uint64
             * @description Products that were there and differed.
             */
            changed: number;
            /**
             * Format: uint64
             * @description Products that were new.
             */
            created: number;
            /** @description Whose file it was. */
            format: components["schemas"]["ProductFileFormat"];
            /** @description What it is taken back by. */
            id: string;
            /** @description Until when it can be taken back. */
            kept_until: string;
            /** @description Where it stands. */
            state: components["schemas"]["PastImportState"];
        };
        /**
         * PastImportList
         * @description The imports of the last seven days.
         */
        PastImportList: {
            /**
             * Format: uint64
             * @description How many there are.
             */
            count: number;
            /** @description The newest first. */
            imports: components["schemas"]["PastImport"][];
        };
        /**
         * @description Where an import stands.
         * @enum {string}
         */
        PastImportState: "kept" | "too_large" | "undoing" | "undone";
        /** PayOrder */
        PayOrder: {
            /** @description `true`: a page for Bizum and nothing else, where the provider has it. */
            bizum?: boolean | null;
            /** @description Where somebody who does not pay goes, on this site. */
            cancelUrl: string;
            /** @description Where a payer comes back to, on this site; `session_id` is added to its query. */
            successUrl: string;
        };
        /**
         * @description How far a try to be paid is.
         * @enum {string}
         */
        PaymentAttemptState: "created" | "open" | "paid" | "failed" | "expired";
        /**
         * @description A means of payment that buyers know by name.
         * @enum {string}
         */
        PaymentMeans: "card" | "bizum" | "apple_pay" | "google_pay" | "link";
        /** @enum {string} */
        PaymentProvider: "sandbox" | "stripe" | "redsys";
        /** PaymentState */
        PaymentState: {
            /** @description ISO 4217. */
            currency: string;
            /** @description What people call the order by, such as `2026-0042`. */
            number: string;
            /** @description The order. */
            order_id: string;
            /** @description The order's status. */
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: int64
             * @description Cents.
             */
            total_in_cents: number;
            /**
             * Format: double
             * @description Euros.
             */
            total_price: number;
        };
        /**
         * People
         * @description Every administrator.
         */
        People: {
            /** @description Who was offered it and has not accepted yet. */
            invitations: components["schemas"]["Offer"][];
            /** @description Who got the role first comes first. */
            people: components["schemas"]["Person"][];
        };
        /**
         * Person
         * @description An administrator.
         */
        Person: {
            /** @description Its address. */
            email: string;
            /** @description When they got the role; RFC 3339. */
            granted_at: string;
            /** @description Whether they have a second factor: without it the role is not in force. */
            has_factor: boolean;
            /** @description The account. */
            id: string;
            /** @description Whether it is the one who asks. */
            is_me: boolean;
            /** @description RFC 3339. */
            last_sign_in_at?: string | null;
            /** @description Its name. */
            name: string;
        };
        /**
         * @description What a part of a price is for.
         * @enum {string}
         */
        PriceKind: "call_out" | "hour" | "travel" | "night" | "holiday";
        /**
         * PriceLine
         * @description A part of a price.
         */
        PriceLine: {
            kind: components["schemas"]["PriceKind"];
            /** @description Of the journey its zone; of a holiday of the calendar its name. */
            name?: string | null;
            /** Format: int64 */
            price_in_cents: number;
        };
        /**
         * PriceNow
         * @description What calling somebody out costs now, with the first hour of work.
         */
        PriceNow: {
            /** @description The moment it is the price of, on the firm's clocks: `2026-11-23 22:15:00`. */
            at: string;
            /** @description When the price is another, on the firm's clocks; null when it stays for more than a day. */
            changes_at?: string | null;
            /**
             * Format: int64
             * @description What it is then; null when it stays.
             */
            changes_to_in_cents?: number | null;
            /** @description The other surcharge would be due too, and is not asked: they never add up. */
            is_instead: boolean;
            /** @description What it is made of. */
            lines: components["schemas"]["PriceLine"][];
            /** @description Where to, five digits. */
            postcode: string;
            /**
             * Format: int64
             * @description Their sum, taxes in.
             */
            total_in_cents: number;
            /**
             * Format: int64
             * @description Which state of the table it is from.
             */
            version: number;
        };
        /**
         * Problem
         * @description The documented body of every error answer; a problem may carry further members.
         */
        Problem: {
            /**
             * Format: int64
             * @description How many units are left.
             */
            available?: number | null;
            /** @description Stable, for programs. */
            code: components["schemas"]["Code"];
            /** @description What exactly, in English. */
            detail: string;
            /** @description Which field of the request. */
            field?: string | null;
            /** @description All that are not acceptable, where more than the first is looked for. */
            fields?: string[] | null;
            /** @description The same as `detail`. */
            message: string;
            /** @description By which the shop finds in its lines what happened; the header `X-Request-Id` of the answer. */
            request_id?: string | null;
            /**
             * Format: uint64
             * @description Seconds to wait.
             */
            retry_after?: number | null;
            /**
             * Format: uint16
             * @description The HTTP status.
             */
            status: number;
            /** @description One English line for the code. */
            title: string;
            /** @description Always `about:blank`: the code says which problem it is. */
            type: string;
        };
        /**
         * Product
         * @description A product with everything that belongs to it.
         */
        Product: {
            /** @description More sections. */
            additional_info: components["schemas"]["AdditionalInfo"][];
            /** @description What is told of it one by one. */
            attributes: components["schemas"]["ProductAttribute"][];
            /** @description Who makes it, the same in every language. */
            brand?: string | null;
            /** @description RFC 3339. */
            created_at: string;
            /** @description ISO 4217. */
            currency: string;
            /** @description What the customer fills in. */
            custom_fields: components["schemas"]["CustomField"][];
            /** @description Always null: deleted products are not found. */
            deleted_at?: string | null;
            /** @description HTML: paragraphs, lists, emphasis, headings and links only. */
            description: string;
            /** @description What its maker says of it at length. */
            documents: components["schemas"]["ProductDocument"][];
            /** @description Whether the firm fits it too. */
            fitting: components["schemas"]["Fitting"];
            /** @description What its producer promises beyond the law; left out unless all of it was given. */
            guarantee?: components["schemas"]["Guarantee"] | null;
            /** @description Its id. */
            id: string;
            /** @description In order. */
            images: components["schemas"]["ProductImage"][];
            /** @description What is in the box, a line each. */
            in_the_box: string[];
            /** @description Who makes it; left out while nobody has said. */
            maker?: components["schemas"]["Maker"] | null;
            /**
             * Format: int64
             * @description Working days of making it, where it is made for its buyer and that is known; left out otherwise.
             */
            making_days?: number | null;
            /** @description The same as `images`. */
            media: components["schemas"]["ProductImage"][];
            /** @description The owner's own data. */
            metadata: unknown;
            /** @description The model, type or other name its maker tells it by; left out without one. */
            model?: string | null;
            /** @description What the variants differ in. */
            options: components["schemas"]["ProductOption"][];
            /**
             * Format: int64
             * @description Where it stands in the store, ascending.
             */
            order: number;
            /**
             * Format: int64
             * @description What the displayed variant costs, in cents.
             */
            price_in_cents: number;
            /** @description The collections it belongs to. */
            product_collections: components["schemas"]["ProductCollection"][];
            /** @description Whether it can be bought online. */
            purchasable: boolean;
            /** @description What its buyers gave it; left out while there is nothing. */
            rating?: components["schemas"]["Rating"] | null;
            /** @description Other products in the store. */
            related_products: components["schemas"]["RelatedProduct"][];
            /** @description A short word on the picture. */
            ribbon_text?: string | null;
            /** @description Which variant's price is displayed: the cheapest for `lowest_price_first` or null, else the first. */
            site_product_selection?: string | null;
            /** @description What its address knows it by. */
            slug: string;
            /** @description `published` for everything in the store. */
            status: string;
            /** @description A line under the title. */
            subtitle?: string | null;
            /** @description The first picture. */
            thumbnail?: string | null;
            /** @description In the language asked for, like every text here, else in Spanish. */
            title: string;
            /** @description What kind of thing it is. */
            type: components["schemas"]["ProductType"];
            /** @description RFC 3339. */
            updated_at: string;
            /** @description In order. */
            variants: components["schemas"]["Variant"][];
            /** @description What to mind for safety's sake, on several lines; left out where there is nothing. */
            warnings?: string | null;
        };
        /**
         * ProductAnswer
         * @description One product.
         */
        ProductAnswer: {
            /** @description The product. */
            product: components["schemas"]["Product"];
        };
        /**
         * ProductAttribute
         * @description Something told of a product.
         */
        ProductAttribute: {
            /** @description The class of energy efficiency that it is; left out where it is something else. */
            energy?: components["schemas"]["EnergyClass"] | null;
            /** @description Such as `Potencia`. */
            name: string;
            /**
             * Format: double
             * @description The number in it; left out where it is none.
             */
            number?: number | null;
            /** @description What that number counts; left out where nothing is counted. */
            unit?: string | null;
            /** @description Such as `2,6 kW`. */
            value: string;
        };
        /**
         * ProductCollection
         * @description That a product is in a collection.
         */
        ProductCollection: {
            /** @description The collection. */
            collection_id: string;
            /**
             * Format: int64
             * @description Among the product's collections.
             */
            order: number;
            /** @description The product. */
            product_id: string;
        };
        /**
         * ProductDocument
         * @description A paper of a product's maker.
         */
        ProductDocument: {
            /**
             * Format: uint64
             * @description How large that is; left out where nobody knows.
             */
            bytes?: number | null;
            /** @description What it is. */
            title: string;
            /** @description A path of this site; it leads to a PDF. */
            url: string;
        };
        /**
         * @description Whose file it is.
         * @enum {string}
         */
        ProductFileFormat: "manetes" | "shopify" | "woocommerce";
        /**
         * ProductImage
         * @description A picture.
         */
        ProductImage: {
            /** @description What it shows. */
            alt: string;
            /**
             * Format: uint64
             * @description From 0.
             */
            order: number;
            /** @description `image`. */
            type: string;
            /** @description A path of this site. */
            url: string;
        };
        /**
         * @description What the law asks of a product in the store.
         * @enum {string}
         */
        ProductLack: "maker" | "sale_end" | "catalan";
        /**
         * ProductList
         * @description A page of products.
         */
        ProductList: {
            /**
             * Format: int64
             * @description How many there are in all.
             */
            count: number;
            /**
             * Format: int64
             * @description How many were asked for.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were left out at the beginning.
             */
            offset: number;
            /** @description The products. */
            products: components["schemas"]["Product"][];
        };
        /**
         * @description What a product can be looked up by besides its id.
         * @enum {string}
         */
        ProductLookUp: "sku" | "slug";
        /**
         * ProductOption
         * @description What variants differ in, such as a size.
         */
        ProductOption: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            title: string;
            /** @description One per variant. */
            values: components["schemas"]["ProductOptionValue"][];
        };
        /**
         * ProductOptionValue
         * @description What a variant is in one option.
         */
        ProductOptionValue: {
            /** @description Its id. */
            id: string;
            /** @description The option. */
            option_id: string;
            /** @description The colour to show for it, such as `#a9b8a0`; left out where there is none. */
            swatch?: string | null;
            /** @description Such as `30 mm`. */
            value: string;
            /** @description The variant. */
            variant_id: string;
        };
        /**
         * @description By what a list is sorted.
         * @enum {string}
         */
        ProductSort: "order" | "title" | "price" | "created_at" | "updated_at";
        /**
         * ProductStanding
         * @description Where a product is to stand, or stood.
         */
        ProductStanding: {
            /** @description Only if it stands there: else it is left as it is, and told. Wherever it stands when it does not say. */
            from?: components["schemas"]["ProductStatus"] | null;
            /** @description The product. */
            id: string;
            status: components["schemas"]["ProductStatus"];
        };
        /**
         * @description Where a product stands.
         * @enum {string}
         */
        ProductStatus: "published" | "draft" | "archived";
        /**
         * ProductType
         * @description What kind of thing a product is.
         */
        ProductType: {
            /** @description Its name in the language asked for. */
            label: string;
            /** @description The stable Spanish name; empty for none. */
            value: string;
        };
        /**
         * Profile
         * @description A person's own profile.
         */
        Profile: {
            /** @description Street, number, floor; empty when not given, as all lines below. */
            address: string;
            /** @description Town. */
            city: string;
            /** @description Country. */
            country: string;
            /** @description Their address for mail. */
            email: string;
            /** @description The person's id. */
            id: string;
            /** @description Their name. */
            name: string;
            /** @description For whoever brings a parcel. */
            phone: string;
            /** @description Postcode. */
            postal_code: string;
            /** @description What they may do. */
            role: components["schemas"]["Role"];
        };
        /**
         * ProfilePatch
         * @description Lines to change, up to 200 characters each; what is absent or null stays.
         */
        ProfilePatch: {
            /** @description Street, number, floor. */
            address?: string | null;
            /** @description Town. */
            city?: string | null;
            /** @description Country. */
            country?: string | null;
            /** @description Their name; not empty. */
            name?: string | null;
            /** @description For whoever brings a parcel: 6 to 15 digits, as people write them. */
            phone?: string | null;
            /** @description Postcode. */
            postal_code?: string | null;
        };
        /**
         * Proof
         * @description Everything the owner gave; what was not given is not shown.
         */
        Proof: {
            /**
             * Format: int64
             * @description Months for which the firm answers for its work: 6 at least, as the law has it.
             * @default null
             */
            guarantee_months?: number | null;
            /**
             * @description Who pays for what goes wrong.
             * @default null
             */
            insurance?: components["schemas"]["Insurance"] | null;
            /**
             * Format: int64
             * @description Jobs done, as the owner counts them.
             * @default null
             */
            jobs?: number | null;
            /** @description What the firm may do, and the numbers that say so. */
            licences: components["schemas"]["Licence"][];
            /**
             * Format: int64
             * @description The year the firm began in.
             * @default null
             */
            since?: number | null;
            /** @description Who comes. The picture of the first is `team-1`, and so on. */
            team: components["schemas"]["TeamMember"][];
            /** @description What customers said of jobs. */
            words: components["schemas"]["Said"][];
        };
        /**
         * PurchaseSteps
         * @description The way from a product to a paid order.
         */
        PurchaseSteps: {
            /**
             * Format: int64
             * @description Things that were put into a cart.
             */
            added: number;
            /**
             * Format: int64
             * @description Times that the checkout was opened.
             */
            checkouts: number;
            /**
             * Format: int64
             * @description Those of them that were paid.
             */
            paid: number;
            /**
             * Format: int64
             * @description Orders that were placed.
             */
            placed: number;
            /**
             * Format: int64
             * @description Pages of products that were opened.
             */
            products: number;
        };
        /**
         * QuarterInvoiceList
         * @description Invoices of a quarter, the newest first.
         */
        QuarterInvoiceList: {
            /** Format: int64 */
            count: number;
            invoices: components["schemas"]["DeskInvoice"][];
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            offset: number;
        };
        /**
         * QuoteBody
         * @description A request for a quote.
         */
        QuoteBody: {
            quote: components["schemas"]["InquiryBody"];
        };
        /**
         * QuoteList
         * @description A page of requests for a quote, newest first.
         */
        QuoteList: {
            /**
             * Format: int64
             * @description How many fit.
             */
            count: number;
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            offset: number;
            quotes: components["schemas"]["QuoteRow"][];
        };
        /**
         * QuoteRating
         * @description Whether who wanted a quote was asked for stars.
         */
        QuoteRating: {
            /** @description RFC 3339; null when they were not asked. */
            asked_at?: string | null;
            /**
             * Format: int64
             * @description What they gave, 1–5; null when nothing yet.
             */
            stars?: number | null;
        };
        /**
         * QuoteReceived
         * @description A request for a quote has arrived.
         */
        QuoteReceived: {
            /** @description What people call it by: `P-2026-0042`. */
            number: string;
        };
        /**
         * QuoteRow
         * @description A request for a quote in a list.
         */
        QuoteRow: {
            /** @description RFC 3339. */
            created_at: string;
            email: string;
            /** @description The beginning of the message. */
            excerpt: string;
            id: string;
            name: string;
            /** @description What people call it by: `P-2026-0042`. */
            number: string;
            phone?: string | null;
            /**
             * Format: int64
             * @description How many came with it.
             */
            photos: number;
            /** @description The trade, as the form calls it. */
            service?: components["schemas"]["Service"] | null;
            /** @description Its first 8 characters. */
            short_id: string;
            /** @description Where it stands. */
            status: components["schemas"]["InquiryStatus"];
            town_or_postcode?: string | null;
        };
        /**
         * Rating
         * @description What buyers gave something: each of them 1 to 5 stars.
         */
        Rating: {
            /**
             * Format: double
             * @description 1.0–5.0, with one decimal.
             */
            average: number;
            /**
             * Format: int64
             * @description How many gave stars.
             */
            count: number;
        };
        /**
         * RecoverRequest
         * @description Who forgot their password.
         */
        RecoverRequest: {
            /** @description The same, where some clients put it. */
            captcha_token?: string | null;
            /**
             * @description Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
             *     to `verify` is answered with the session itself.
             */
            code_challenge?: string | null;
            /** @description `s256` or `plain`. */
            code_challenge_method?: string | null;
            /** @description The address. */
            email?: string | null;
            /** @description Bot protection. */
            gotrue_meta_security?: components["schemas"]["MetaSecurity"] | null;
        };
        /**
         * RecoveryCodes
         * @description Codes that each stand for the second factor once.
         */
        RecoveryCodes: {
            /** @description Seen this once. */
            codes: string[];
        };
        /** RefundLine */
        RefundLine: {
            /** @description The order's line. */
            item_id: string;
            /**
             * Format: int64
             * @description How many units, 1 or more.
             */
            quantity: number;
            /** @description Whether they go back into stock once the money is back; units that were never sent do unless it says `false`. */
            restock?: boolean | null;
        };
        /**
         * @description Which way money goes back.
         * @enum {string}
         */
        RefundMethod: "provider" | "elsewhere";
        /**
         * @description How far a refund is; `sent`: the provider has it, but has not settled it.
         * @enum {string}
         */
        RefundProgress: "queued" | "sent" | "done" | "failed";
        /**
         * @description Why money goes back; `dispute_won`: a dispute held it when the order was cancelled.
         * @enum {string}
         */
        RefundReason: "paid_late" | "paid_twice" | "cancelled" | "dispute_won" | "owner" | "outside";
        /** RefundReturn */
        RefundReturn: {
            /** @description Whether the money was given back in another way, in cash or by a transfer: then it is only written down. */
            elsewhere?: boolean | null;
            /**
             * Format: int64
             * @description Cents that the owner was shown; another sum is refused.
             */
            expected_in_cents?: number | null;
            /** @description Whether the delivery goes back too; where everything came back it does unless this says `false`. */
            shipping?: boolean | null;
        };
        /**
         * @description Whether an order's money is back or on its way back.
         * @enum {string}
         */
        RefundState: "none" | "partly_refunded" | "refunded";
        /**
         * RelatedProduct
         * @description That a product points to another.
         */
        RelatedProduct: {
            /** @description The id of the relation. */
            id: string;
            /**
             * Format: int64
             * @description In order.
             */
            position: number;
            /** @description The other product. */
            related_id: string;
            /** @description `product`. */
            related_type: string;
            /** @description The heading it stands under. */
            section_title: string;
        };
        /**
         * RelatedProducts
         * @description The products a product points to.
         */
        RelatedProducts: {
            /** @description In order. */
            sections: components["schemas"]["RelatedSection"][];
            /** @description More of the same type, where the sections do not fill a row of four. */
            similar: components["schemas"]["Card"][];
        };
        /**
         * RelatedSection
         * @description Related products under one heading.
         */
        RelatedSection: {
            /** @description The products. */
            cards: components["schemas"]["Card"][];
            /** @description The heading. */
            title: string;
        };
        /**
         * ReleasedMails
         * @description Mails that were held.
         */
        ReleasedMails: {
            /**
             * Format: uint64
             * @description How many.
             */
            count: number;
        };
        /**
         * Removed
         * @description A factor that is gone.
         */
        Removed: {
            /** @description Its id. */
            id: string;
        };
        /**
         * ReplyForm
         * @description What is answered.
         */
        ReplyForm: {
            /** @description What goes along: at most 3 ids that `send_answer_file` gave within the last day, of 7 MB together. */
            files?: string[] | null;
            /**
             * Format: uint32
             * @description How many answers whoever writes has read: 409 `inquiry_answered` where there are more.
             */
            seen?: number | null;
            /** @description 1–4,000 characters. */
            text: string;
        };
        /** ResendMail */
        ResendMail: {
            /** @description The number of the invoice, of that mail; its newest when absent. */
            invoice?: string | null;
            /** @description Which mail; the one of where the order stands when absent. */
            mail?: components["schemas"]["OrderMail"] | null;
        };
        /**
         * ResendRequest
         * @description Who needs the mail again.
         */
        ResendRequest: {
            /** @description The same, where some clients put it. */
            captcha_token?: string | null;
            /**
             * @description Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
             *     to `verify` is answered with the session itself.
             */
            code_challenge?: string | null;
            /** @description `s256` or `plain`. */
            code_challenge_method?: string | null;
            /** @description The address. */
            email?: string | null;
            /** @description The `redirect_to` of the address, where some clients put it. */
            email_redirect_to?: string | null;
            /** @description Bot protection. */
            gotrue_meta_security?: components["schemas"]["MetaSecurity"] | null;
            /** @description Not offered. */
            phone?: string | null;
            /** @description Which mail. */
            type: components["schemas"]["ResendType"];
        };
        /**
         * @description Which mail is sent again.
         * @enum {string}
         */
        ResendType: "signup" | "email_change" | "sms" | "phone_change";
        /**
         * ResponsiblePerson
         * @description Who answers in the Union for what somebody outside it makes.
         */
        ResponsiblePerson: {
            /** @description Where they get post; may be empty. */
            address: string;
            /** @description Their electronic address, for mail or of a page; may be empty. */
            contact: string;
            /** @description Their name. */
            name: string;
        };
        /**
         * RestoredProduct
         * @description A product that is back.
         */
        RestoredProduct: {
            /** @description The product. */
            id: string;
            /** @description SKUs that other products have by now: its variants are without them. */
            lost_skus: string[];
            /** @description In Spanish. */
            title: string;
        };
        /**
         * Retention
         * @description How long what people tell of themselves is kept.
         */
        Retention: {
            /**
             * Format: int64
             * @description Days of a mail that could not be sent.
             */
            dead_mails: number;
            /**
             * Format: int64
             * @description Months of requests for a quote and messages, after the last word.
             */
            inquiries: number;
            /**
             * Format: int64
             * @description Years of who bought something.
             */
            orders: number;
            /**
             * Format: int64
             * @description Days of an account that is not confirmed.
             */
            unconfirmed_accounts: number;
        };
        /**
         * RetriedMails
         * @description Mails that are tried again.
         */
        RetriedMails: {
            /**
             * Format: uint64
             * @description How many.
             */
            count: number;
        };
        /**
         * ReturnEvent
         * @description Something that happened in a case.
         */
        ReturnEvent: {
            /** @description RFC 3339. */
            at: string;
            /** @description Whose doing it was, as the log knows them. */
            by: string;
            /** @description `granted`, `assigned`, `cancelled`, `taken_out`, `goods_back`, `refunded`, `refund_failed` or `closed`. */
            kind: string;
            /** @description Words to the buyer. */
            note?: string | null;
        };
        /**
         * ReturnItem
         * @description A line of the order.
         */
        ReturnItem: {
            id: string;
            /**
             * Format: int64
             * @description Units whose money is neither back nor on its way back.
             */
            left: number;
            /**
             * Format: int64
             * @description Units that the statement names; all that are returnable where it names none.
             */
            named: number;
            /**
             * Format: int64
             * @description For one.
             */
            price_in_cents: number;
            /** Format: int64 */
            quantity: number;
            /**
             * Format: int64
             * @description Units that may be said to have come back: these, and those paid back at the order since the return was opened.
             */
            returnable: number;
            title: string;
        };
        /**
         * ReturnLine
         * @description Units of a line that came back.
         */
        ReturnLine: {
            item_id: string;
            /**
             * Format: int64
             * @description Cents of value that they lost.
             */
            loss_in_cents: number;
            note?: string | null;
            /** Format: int64 */
            quantity: number;
            /** @description Whether they can be sold again. */
            restock: boolean;
        };
        /**
         * ReturnList
         * @description A page of returns, newest first.
         */
        ReturnList: {
            /**
             * Format: int64
             * @description How many fit.
             */
            count: number;
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            offset: number;
            returns: components["schemas"]["DeskReturn"][];
        };
        /**
         * ReturnOrder
         * @description The order of a return.
         */
        ReturnOrder: {
            id: string;
            items: components["schemas"]["ReturnItem"][];
            /** @description Who bought it. */
            name: string;
            number: string;
            status: components["schemas"]["OrderStatus"];
        };
        /**
         * ReturnedLine
         * @description Units of an order's line that came back.
         */
        ReturnedLine: {
            item_id: string;
            /**
             * Format: int64
             * @description Cents of value that they lost by more use than a look; the buyer answers for it.
             */
            loss_in_cents?: number | null;
            /** @description What that loss is, at most 1,000 characters; the buyer reads it. */
            note?: string | null;
            /**
             * Format: int64
             * @description 1 or more.
             */
            quantity: number;
            /** @description Whether they can be sold again: then they go back into stock with the money. */
            restock: boolean;
        };
        /**
         * @description What a password is to protect.
         * @enum {string}
         */
        Role: "customer" | "admin";
        /**
         * Said
         * @description What a customer said of a job.
         */
        Said: {
            /** @description As they let themselves be named. */
            author: string;
            /** @description In which of the site's languages that is; left out where nobody told. */
            lang?: components["schemas"]["Lang"] | null;
            /** @description When: `2026-09`. */
            month: string;
            /** @description Where the job was. */
            place: string;
            /** @description As they said it. */
            text: string;
            /** @description What it was about. */
            trade: components["schemas"]["Trade"];
        };
        /**
         * @description What is to be done with the sales of products.
         * @enum {string}
         */
        SaleAct: "percent_off" | "amount_off" | "price" | "remove" | "restore";
        /**
         * SaleAnswer
         * @description What becomes of every product.
         */
        SaleAnswer: {
            /** @description Whether nothing was written. */
            dry_run: boolean;
            /** @description In the order they were named in. */
            products: components["schemas"]["SaleOutcome"][];
        };
        /**
         * SaleForm
         * @description A sale for all variants of many products.
         */
        SaleForm: {
            /** @description What is to be done. */
            act: components["schemas"]["SaleAct"];
            /** @description When it is over, written alike; until it is taken away when it does not say. */
            ends_at?: string | null;
            /** @description From 1 to 200. */
            products: components["schemas"]["SaleProduct"][];
            /** @description When it begins: RFC 3339, or on the clocks of the shop: `2026-12-01T08:00`; at once when it does not say. */
            starts_at?: string | null;
            /**
             * Format: int64
             * @description Basis points or cents, as `act` says.
             */
            value?: number | null;
        };
        /**
         * SaleOutcome
         * @description What becomes of a product.
         */
        SaleOutcome: {
            /** @description The product. */
            id: string;
            /** @description Why it cannot be on this sale; null when it can. */
            refused?: components["schemas"]["SaleRefusal"] | null;
            /** @description The state it is in then. */
            revision: string;
            /** @description In Spanish. */
            title: string;
            /** @description Every variant. */
            variants: components["schemas"]["VariantSaleOutcome"][];
        };
        /**
         * SaleProduct
         * @description A product whose sale is to be another.
         */
        SaleProduct: {
            /** @description The product. */
            id: string;
            /** @description The state of it that was looked at; a dry run needs none. */
            revision?: string | null;
            /**
             * @description For `restore`.
             * @default []
             */
            sales?: components["schemas"]["VariantSale"][] | null;
        };
        /**
         * @description Why a product cannot be put on this sale.
         * @enum {string}
         */
        SaleRefusal: "nothing_left" | "not_below";
        /**
         * @description A service of the firm.
         * @enum {string}
         */
        Service: "locksmith" | "electrician" | "refrigeration" | "plumber" | "blacksmith" | "carpenter" | "painter" | "removals" | "renovation";
        /**
         * Session
         * @description A session. With the cookie transport the tokens stand in cookies and are absent here; after confirming an address
         *     with the cookie transport there is no session yet, and only `user` is present.
         */
        Session: {
            /** @description `aal1`, or `aal2` once the second factor was given. */
            aal?: string | null;
            /** @description Sent as `Authorization: Bearer`. */
            access_token?: string | null;
            /**
             * Format: int64
             * @description When the access token ends, in Unix seconds.
             */
            expires_at?: number | null;
            /**
             * Format: int64
             * @description Seconds the access token lives.
             */
            expires_in?: number | null;
            /** @description The level this account asks for. While `aal` is lower, all but giving the second factor is refused. */
            next_aal?: string | null;
            /** @description Where the page goes now, as the program wanted that asked for the mail: an address of this site. */
            redirect_to?: string | null;
            /** @description Exchanged for a new session, once. */
            refresh_token?: string | null;
            /** @description Always `bearer`. */
            token_type?: string | null;
            /** @description Whose it is. */
            user: components["schemas"]["User"];
        };
        /**
         * SessionList
         * @description Where an account is signed in.
         */
        SessionList: {
            /** @description The last used first. */
            sessions: components["schemas"]["ListedSession"][];
        };
        /**
         * @description How tokens travel; without the header they stand in the body.
         * @enum {string}
         */
        SessionTransport: "cookie";
        /**
         * Setting
         * @description A setting.
         */
        Setting: {
            /**
             * @description What it may be; only of the kind `choice`.
             * @default []
             */
            choices?: string[] | null;
            /** @description What is in force as long as nobody says anything. */
            default: string;
            /** @description Whether the value is an example's, true of no firm. */
            is_example: boolean;
            /** @description Such as `company.phone`. */
            key: string;
            /** @description What it holds. */
            kind: components["schemas"]["SettingKind"];
            /** @description The times of opening that the value says, Monday's first; only of the kind `hours`. */
            openings?: components["schemas"]["Opening"][] | null;
            /** @description As `manetes settings set` takes it. */
            value: string;
        };
        /**
         * @description What a setting holds.
         * @enum {string}
         */
        SettingKind: "text" | "cents" | "number" | "switch" | "choice" | "hours" | "holidays" | "list" | "place";
        /**
         * SettingList
         * @description Every setting.
         */
        SettingList: {
            /** @description In the order of the command line. */
            settings: components["schemas"]["Setting"][];
        };
        /**
         * SettingsForm
         * @description New values of some settings.
         */
        SettingsForm: {
            /**
             * @description By key, of settings of the kind `hours`.
             * @default {}
             */
            openings?: {
                [key: string]: components["schemas"]["Opening"][];
            } | null;
            /** @description By key. */
            values: {
                [key: string]: string;
            };
        };
        /** Ship */
        Ship: {
            /** @description `correos`, `seur`, `mrw`, `gls`, `own_van` or `pick_up`; when absent, the first of the shop's that fits. */
            carrier?: string | null;
            /** @description Whether it goes although the buyer's bank claims the money, or a withdrawal from it waits. */
            insist?: boolean | null;
            /** @description The carrier's number, where there is one: 10 to 30 letters and digits; spaces, dashes and case do not count. */
            tracking_number?: string | null;
        };
        /**
         * Shipping
         * @description What shipping costs.
         */
        Shipping: {
            /** @description Orders from before this hour leave on the same working day, `14:00`; left out where nothing is promised. */
            cutoff?: string | null;
            /**
             * Format: int64
             * @description Cents, below `free_from_in_cents`.
             */
            flat_in_cents: number;
            /**
             * Format: int64
             * @description Items worth this many cents ship free.
             */
            free_from_in_cents: number;
            /** @description Whether orders are fetched by their buyers, unless the owner says otherwise of one. */
            pick_up: boolean;
        };
        /**
         * ShownLine
         * @description Something with a price.
         */
        ShownLine: {
            /** @description Whether it may cost more, as its quote says. */
            is_from: boolean;
            /** @description In the reader's language, where the firm says it in that. */
            name: string;
            /** Format: int64 */
            price_in_cents: number;
        };
        /**
         * ShownPasskey
         * @description A passkey that is shown.
         */
        ShownPasskey: {
            /** @description What the authenticator answered, in the JSON of the standard. */
            credential: unknown;
            /** @description Of the question. */
            id: string;
        };
        /**
         * ShownTariff
         * @description Prices of services in cents, taxes in.
         */
        ShownTariff: {
            /**
             * Format: int64
             * @description Coming and looking.
             */
            call_out_in_cents: number;
            /**
             * Format: int64
             * @description More for an hour on Sundays and local holidays, in place of the night's; null where they cost no more.
             */
            holiday_in_cents?: number | null;
            /**
             * Format: int64
             * @description An hour of work.
             */
            hour_in_cents: number;
            /** @description Usual jobs. */
            jobs: components["schemas"]["ShownLine"][];
            /** @description Whether coming and looking is in their prices; null where the firm has not said. */
            jobs_include_call_out?: boolean | null;
            /** @description Whether they cost the same at night and on holidays; null where the firm has not said. */
            jobs_include_surcharges?: boolean | null;
            /**
             * Format: int64
             * @description More for an hour between 22 and 6 o'clock; null where nights cost no more.
             */
            night_in_cents?: number | null;
            /** @description Parts. */
            parts: components["schemas"]["ShownLine"][];
            /** @description Since which day of the firm's it is published, `2026-11-20`. */
            published_on: string;
            /**
             * Format: int64
             * @description Which state of the table it is, from 1.
             */
            version: number;
            /** @description What the journey costs; nothing is charged for it where there are none. */
            zones: components["schemas"]["TariffZone"][];
        };
        /**
         * SignInProvider
         * @description Somebody people may sign in with.
         */
        SignInProvider: {
            /** @description As `authorize` takes it. */
            id: string;
            /** @description What people know it by. */
            name: string;
        };
        /**
         * SignUpRequest
         * @description Who signs up.
         */
        SignUpRequest: {
            /** @description The same, where some clients put it. */
            captcha_token?: string | null;
            /** @description How a phone is written to; not offered. */
            channel?: string | null;
            /**
             * @description Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
             *     to `verify` is answered with the session itself.
             */
            code_challenge?: string | null;
            /** @description `s256` or `plain`. */
            code_challenge_method?: string | null;
            /**
             * @description What is known of the person from the start: `name`, `address`, `city`, `postal_code` and `country`, up to 200
             *     characters each, become the profile; `lang` is the language of mails, otherwise `Accept-Language` decides.
             *     Anything else is kept, up to 8,192 bytes and 6 levels in all, and answered in `user_metadata`.
             */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description The address. */
            email?: string | null;
            /** @description Bot protection. */
            gotrue_meta_security?: components["schemas"]["MetaSecurity"] | null;
            /** @description 6 characters or more, 256 at most; see `password_min_length` of the site. */
            password?: string | null;
            /** @description Not offered. */
            phone?: string | null;
        };
        /**
         * Site
         * @description The facts of the firm that come with every page.
         */
        Site: {
            /** @description The registered office; null until the owner gives it. */
            address?: string | null;
            /** @description The places the firm works in. */
            area: string[];
            /** @description The name people know the firm by. */
            brand: string;
            /** @description The name of the service that tells people from programs on the forms of accounts; left out when there is none. */
            captcha?: string | null;
            /**
             * @description When it is closed all the same during the next three weeks; left out when it never is.
             * @default []
             */
            closures?: components["schemas"]["Closure"][] | null;
            /**
             * @description Whether only who bought a product in the last 30 days may comment on it; left out where everybody with an account
             *     may.
             */
            comments_from_buyers?: boolean | null;
            /** @description Whether messages can be sent from the contact form. */
            contact_form_enabled: boolean;
            /** @description ISO 4217. */
            currency: string;
            /** @description Who settles disputes with consumers out of court. */
            disputes: components["schemas"]["Disputes"];
            /** @description Where people write to. */
            email: string;
            /** @description When the office is open, Monday's first. */
            hours: components["schemas"]["Opening"][];
            /** @description Codes of the languages of the site, the fallback first. */
            languages: components["schemas"]["Lang"][];
            /** @description The name in the commercial register. */
            legal_name: string;
            /** @description The town. */
            locality: string;
            /** @description The tax number; null until the owner gives it. */
            nif?: string | null;
            /** @description Of the office, E.164; left out where it is the one for calls. */
            office_phone?: string | null;
            /** @description As people read it. */
            office_phone_display?: string | null;
            /**
             * @description Names of the pictures that are the firm's own and no illustrations; left out when none is.
             * @default []
             */
            own_pictures?: string[] | null;
            /** @description Whether some texts are the firm's own, see `/api/site/texts`; left out when none is. */
            own_texts?: boolean | null;
            /** @description The site's name for passkeys; left out where its address allows none. */
            passkeys?: string | null;
            /**
             * Format: uint64
             * @description Characters a password needs at least.
             */
            password_min_length: number;
            /** @description Which payment provider takes the money. */
            payments: components["schemas"]["PaymentProvider"];
            /** @description For calls, emergencies included; E.164. */
            phone: string;
            /** @description As people read it. */
            phone_display: string;
            /** @description The version of the site's pictures, for their addresses; null when there are none. */
            pictures?: string | null;
            /**
             * @description Who people may sign in with besides; left out when there is nobody.
             * @default []
             */
            providers?: components["schemas"]["SignInProvider"][] | null;
            /** @description What customers gave the firm for its work; left out while there is nothing. */
            rating?: components["schemas"]["Rating"] | null;
            /** @description Where the firm stands in the Mercantile Register; null until the owner gives it. */
            register?: string | null;
            /** @description How long what people tell of themselves is kept. */
            retention: components["schemas"]["Retention"];
            /** @description What shipping costs. */
            shipping: components["schemas"]["Shipping"];
            /** @description The store id in the paths of the store service. */
            store_id: string;
            /** @description Whether prices of services are published, see `/api/tariff`; left out when they are not. */
            tariff?: boolean | null;
            /** @description The digits of the number for chats, as their links take them. */
            whatsapp: string;
            /** @description As people read it; left out where it is the one for calls. */
            whatsapp_display?: string | null;
        };
        /**
         * SitePicture
         * @description A picture of the site.
         */
        SitePicture: {
            /** @description Such as `gallery-03`. */
            name: string;
            /** @description Whether it is the owner's. */
            own: boolean;
        };
        /**
         * SitePictureList
         * @description Every picture of the site.
         */
        SitePictureList: {
            /** @description As the pages show them. */
            pictures: components["schemas"]["SitePicture"][];
            /** @description Of all of them as they are now, for their addresses. */
            version: string;
        };
        /**
         * SiteText
         * @description A text of the site that may be replaced.
         */
        SiteText: {
            /** @description The part of the site it belongs to. */
            group: string;
            /**
             * Format: uint64
             * @description Characters it may have.
             */
            max_length: number;
            /** @description Such as `hero.title`; its setting is `text.<language>.hero.title`. */
            name: string;
            /** @description The owner's text by language; the site says what it came with where there is none. */
            own: {
                [key: string]: string;
            };
            /** @description What it may name between double braces. */
            values: string[];
        };
        /**
         * SiteTextList
         * @description Every text of the site that may be replaced.
         */
        SiteTextList: {
            /** @description As the pages show them. */
            texts: components["schemas"]["SiteText"][];
        };
        /**
         * @description In which direction a list is sorted.
         * @enum {string}
         */
        SortDirection: "ASC" | "DESC";
        /**
         * SsoAddress
         * @description Where to sign in.
         */
        SsoAddress: {
            /** @description To open in a browser. */
            url: string;
        };
        /**
         * SsoRequest
         * @description Who signs in through the provider of their mail domain.
         */
        SsoRequest: {
            /** @description Of the program that gets a code. */
            code_challenge?: string | null;
            /** @description `s256` or `plain`. */
            code_challenge_method?: string | null;
            /** @description Or a mail domain it has. */
            domain?: string | null;
            /** @description Ignored. */
            gotrue_meta_security?: components["schemas"]["MetaSecurity"] | null;
            /** @description Ignored: what some clients repeat. */
            options?: unknown;
            /** @description The provider. */
            provider_id?: string | null;
            /** @description Where to go afterwards: an address of this site. */
            redirect_to?: string | null;
            /**
             * @description Whether the address is answered instead of a redirect.
             * @default false
             */
            skip_http_redirect?: boolean | null;
        };
        /**
         * StandingAnswer
         * @description Where those stood that stand elsewhere now.
         */
        StandingAnswer: {
            /** @description As the same act takes them, to take it back where nobody has put them elsewhere meanwhile. */
            before: components["schemas"]["ProductStanding"][];
            /** @description Those that did not stand where they were to be moved from, or are gone. */
            left: string[];
        };
        /**
         * StandingForm
         * @description Where many products are to stand.
         */
        StandingForm: {
            /** @description From 1 to 200. */
            products: components["schemas"]["ProductStanding"][];
        };
        /** StartPayment */
        StartPayment: {
            /** @description Where somebody who does not pay goes, on this site. */
            cancelUrl: string;
            /** @description What; must be the order's own when `order_id` is given. */
            items: components["schemas"]["ItemInput"][];
            /** @description The language of a new order. */
            locale?: string | null;
            /** @description The caller's own pending order; without it one is placed, to the address of the profile. */
            order_id?: string | null;
            /** @description What opens that order, where it was bought without an account. */
            order_key?: string | null;
            /** @description Where a payer comes back to, on this site; `session_id` is added to its query. */
            successUrl: string;
            /** @description The browser's; accepted and not used. */
            timeZone?: string | null;
        };
        /** StartedPayment */
        StartedPayment: {
            /** @description The order. */
            order_id: string;
            /** @description The payment page. */
            url: string;
        };
        /**
         * StatusForm
         * @description Where it stands.
         */
        StatusForm: {
            /**
             * @description Of such a complaint: whether it was answered otherwise, by telephone or in person, and the note says how; else the
             *     note says why it is not answered.
             */
            answered?: boolean | null;
            /** @description What is written down with it, 1–2,000 characters. A complaint that was not answered by mail needs it. */
            note?: string | null;
            status: components["schemas"]["InquiryStatus"];
        };
        /**
         * @description How low stock is.
         * @enum {string}
         */
        StockFilter: "low" | "out";
        /**
         * StockProof
         * @description What a mail carried.
         */
        StockProof: {
            /** @description Of its link. */
            token: string;
        };
        /**
         * StockWish
         * @description A wish to be told.
         */
        StockWish: {
            /** @description Where the mail goes; with a session that of the account, whatever it says. */
            email?: string | null;
            /** @description The language of the mail; the site's first when absent. */
            lang?: string | null;
            /** @description What cannot be had now. */
            variant_id: string;
            /** @description People do not see this field and leave it empty. */
            website?: string | null;
        };
        /**
         * StockWishAnswer
         * @description What became of a wish.
         */
        StockWishAnswer: {
            state: components["schemas"]["StockWishState"];
        };
        /**
         * @description What comes next.
         * @enum {string}
         */
        StockWishState: "in_stock" | "noted" | "asked";
        /**
         * StoreOwner
         * @description Whose store it is.
         */
        StoreOwner: {
            /** @description The language texts fall back to. */
            language: string;
        };
        /**
         * StoreSettings
         * @description How the store is set up.
         */
        StoreSettings: {
            /** @description The one currency. */
            currency: components["schemas"]["Currency"];
            /** @description The languages product texts may be asked for in. */
            languages: string[];
            /** @description The store. */
            store_id: string;
            /** @description Whose it is. */
            store_owner: components["schemas"]["StoreOwner"];
        };
        /**
         * StoredWithdrawal
         * @description It is stored, whatever it names; an acknowledgement follows by mail.
         */
        StoredWithdrawal: {
            /** @description Its first 8 characters are the number in its mails. */
            id: string;
            /** @description RFC 3339. */
            received_at: string;
        };
        /**
         * SuggestedService
         * @description Something the firm does.
         */
        SuggestedService: {
            /** @description The part of the landing page that tells of it. */
            part: string;
            /** @description What it is called. */
            title: string;
        };
        /**
         * SuggestedType
         * @description A type of products.
         */
        SuggestedType: {
            /** @description Its name in the language asked for. */
            label: string;
            /** @description The stable Spanish name. */
            value: string;
        };
        /**
         * Suggestions
         * @description A few things somebody may mean.
         */
        Suggestions: {
            /** @description Whether a type or a service is called so and no product is: then they come before the products, which only tell of it. */
            kinds_first: boolean;
            /** @description Products, at most five. */
            products: components["schemas"]["Card"][];
            /** @description What was looked for instead of `q`, which nothing has and which seems to be a slip; else null. */
            searched_for?: string | null;
            /** @description Services of the firm, at most three. */
            services: components["schemas"]["SuggestedService"][];
            /** @description Types of products, at most three. */
            types: components["schemas"]["SuggestedType"][];
        };
        /** TakeOut */
        TakeOut: {
            lines: components["schemas"]["UnsentLine"][];
        };
        /** Taken */
        Taken: {
            /** @description Always true: the notification is stored, or says nothing we act on. */
            received: boolean;
        };
        /**
         * TariffAnswer
         * @description What the site shows of prices of services.
         */
        TariffAnswer: {
            /**
             * Format: int64
             * @description Months every service is guaranteed for, at least, whoever does it: the law's.
             */
            guarantee_months: number;
            /**
             * Format: int64
             * @description Months this firm answers for its work, as its home page says; left out where it promises nothing of its own.
             */
            own_guarantee_months?: number | null;
            /** @description Null while no prices are published: they are told by telephone, before anybody comes. */
            tariff?: components["schemas"]["ShownTariff"] | null;
        };
        /**
         * TariffForm
         * @description Prices to be saved. A surcharge for urgency has no field, for the law allows none.
         */
        TariffForm: {
            /**
             * Format: int64
             * @description Coming and looking; 0 where that is free.
             */
            call_out_in_cents?: number | null;
            /**
             * Format: int64
             * @description More for an hour on Sundays and local holidays.
             */
            holiday_in_cents?: number | null;
            /**
             * Format: int64
             * @description An hour of work. With nothing at all, no prices are published any more.
             */
            hour_in_cents?: number | null;
            /**
             * @description At most 100.
             * @default []
             */
            jobs?: components["schemas"]["TariffLine"][] | null;
            /** @description Whether coming and looking is in their prices. */
            jobs_include_call_out?: boolean | null;
            /** @description Whether they cost the same at night and on holidays. */
            jobs_include_surcharges?: boolean | null;
            /**
             * Format: int64
             * @description More for an hour between 22 and 6 o'clock.
             */
            night_in_cents?: number | null;
            /**
             * @description At most 200.
             * @default []
             */
            parts?: components["schemas"]["TariffLine"][] | null;
            /**
             * Format: int64
             * @description The state that was changed; 0 where there was none.
             */
            version: number;
            /**
             * @description At most 40.
             * @default []
             */
            zones?: components["schemas"]["TariffZone"][] | null;
        };
        /**
         * TariffHoliday
         * @description A day on which the holidays' surcharge is asked.
         */
        TariffHoliday: {
            /** @description `2026-12-25`. */
            date: string;
            /** @description What the owner calls it; may be empty. */
            name: string;
        };
        /**
         * TariffLine
         * @description Something with a price, in every language.
         */
        TariffLine: {
            /**
             * @description Whether it may cost more, as its quote says.
             * @default false
             */
            is_from?: boolean | null;
            /** @description In Spanish; 1–120 characters. */
            name: string;
            /** Format: int64 */
            price_in_cents: number;
            /**
             * @description In other languages of the site, by code.
             * @default {}
             */
            texts?: {
                [key: string]: string;
            } | null;
        };
        /**
         * TariffVersion
         * @description When a state of the table was published.
         */
        TariffVersion: {
            /** @description Whether it has prices. */
            has_prices: boolean;
            /** @description RFC 3339. */
            saved_at: string;
            /** Format: int64 */
            version: number;
        };
        /**
         * TariffVersionList
         * @description A page of states.
         */
        TariffVersionList: {
            /**
             * Format: int64
             * @description How many there are.
             */
            count: number;
            /**
             * Format: int64
             * @description How many were asked for.
             */
            limit: number;
            /**
             * Format: int64
             * @description How many were left out at the beginning.
             */
            offset: number;
            /** @description Newest first. */
            versions: components["schemas"]["TariffVersion"][];
        };
        /**
         * TariffZone
         * @description Where a journey costs so much.
         */
        TariffZone: {
            /** @description Names of places; 1–120 characters. */
            name: string;
            /** @description Postcodes of five digits, or what they begin with, two digits at least. */
            postcodes: string[];
            /**
             * Format: int64
             * @description What the journey costs.
             */
            price_in_cents: number;
        };
        /**
         * TeamMember
         * @description Somebody of the firm.
         */
        TeamMember: {
            /** @description As customers call them. */
            name: string;
            /**
             * Format: int64
             * @description The year since when they do it; left out where nobody said.
             */
            since?: number | null;
            /** @description What they do. */
            trade: components["schemas"]["Trade"];
        };
        /** TextInput */
        TextInput: {
            /** @description The same, as clients of the hosted store call it. */
            custom_field_id?: string | null;
            /** @description The custom field. */
            id?: string | null;
            /** @description At most 200 characters. */
            value: string;
        };
        /**
         * Today
         * @description What there is to do, and how sales go.
         */
        Today: {
            /**
             * Format: int64
             * @description Orders marked for a person.
             */
            attention: number;
            /**
             * Format: int64
             * @description Of these, those that are not to be shipped as well.
             */
            attention_only: number;
            /** @description When a backup was last made, RFC 3339; null: never. */
            backup_at?: string | null;
            /**
             * Format: int64
             * @description Comments that wait to be judged.
             */
            comments_pending: number;
            /**
             * Format: int64
             * @description Complaints that wait for an answer.
             */
            complaints_open: number;
            /**
             * Format: int64
             * @description Those of them whose time is over.
             */
            complaints_overdue: number;
            /**
             * Format: int64
             * @description Mails of the last 30 days that will not go out.
             */
            dead_mails: number;
            /** @description When a backup was last restored to see that it can be, RFC 3339; null: never. */
            drill_at?: string | null;
            /**
             * Format: int64
             * @description Mails that a restored shop still had to send, and that wait for a word.
             */
            held_mails: number;
            /**
             * Format: int64
             * @description Sales and refunds that cannot be invoiced until the firm's name, tax number and address, or their buyers', are told.
             */
            invoices_stuck: number;
            /** @description Whether the owner is told by mail of orders and complaints: the server knows where (`MANETES_OWNER_EMAIL`). */
            is_owner_told: boolean;
            /**
             * Format: int64
             * @description What the law asks for and is not met.
             */
            law_owed: number;
            /** @description What is running out, the fewest first, 20 at most. */
            low_stock: components["schemas"]["LowStock"][];
            /**
             * Format: int64
             * @description Messages nobody has answered, besides complaints.
             */
            messages_new: number;
            /**
             * Format: int64
             * @description Orders that wait for their payment.
             */
            pending_orders: number;
            /**
             * Format: int64
             * @description Requests for a quote nobody has answered.
             */
            quotes_new: number;
            /**
             * Format: int64
             * @description Withdrawals and returns in which something is to be done.
             */
            returns_open: number;
            /**
             * Format: int64
             * @description Those of them whose money should be back.
             */
            returns_overdue: number;
            /** @description The last 28 days of the firm's, oldest first; the last is today. */
            sales: components["schemas"]["DaySales"][];
            /**
             * Format: int64
             * @description Orders that are paid, not on their way, and not given back.
             */
            to_ship: number;
            /** @description What is wrong with the running program or in front of it. */
            troubles: components["schemas"]["Trouble"][];
        };
        /**
         * TokenRequest
         * @description Address and password, a refresh token, or a code: what the grant needs.
         */
        TokenRequest: {
            /** @description Not offered. */
            access_token?: string | null;
            /** @description The code, as the address held it that somebody came back to. */
            auth_code?: string | null;
            /** @description Not offered. */
            chain?: string | null;
            /** @description What the challenge was made from. */
            code_verifier?: string | null;
            /** @description Ignored. */
            data?: unknown;
            /** @description The address. */
            email?: string | null;
            /** @description Bot protection. */
            gotrue_meta_security?: components["schemas"]["MetaSecurity"] | null;
            /** @description Not offered. */
            id_token?: string | null;
            /** @description Not offered. */
            message?: string | null;
            /** @description Not offered. */
            nonce?: string | null;
            /** @description The password. */
            password?: string | null;
            /** @description Not offered. */
            phone?: string | null;
            /** @description Not offered. */
            provider?: string | null;
            /** @description The refresh token; with the cookie transport the cookie holds it. */
            refresh_token?: string | null;
            /** @description Not offered. */
            signature?: string | null;
        };
        /**
         * ToldBuyer
         * @description A buyer as the tax agency is told of them.
         */
        ToldBuyer: {
            name: string;
            nif: string;
        };
        /**
         * @description What somebody of the firm does, or a job was about.
         * @enum {string}
         */
        Trade: "builder" | "locksmith" | "electrician" | "plumber" | "refrigeration" | "blacksmith" | "carpenter" | "painter" | "removals" | "office";
        /**
         * Tried
         * @description A way to the owner's telephone, tried.
         */
        Tried: {
            /** @description Why it did not ring. */
            error?: string | null;
            /** @description `ntfy` or `webhook`. */
            way: string;
        };
        /**
         * TriedList
         * @description Every way that is set.
         */
        TriedList: {
            tried: components["schemas"]["Tried"][];
        };
        /**
         * Trouble
         * @description Something somebody should look at.
         */
        Trouble: {
            /** @description What was said last. */
            error?: string | null;
            /**
             * @description `mail_server`, the background job that has not succeeded for long, or what hides visitors from the program:
             *     `proxy_unknown`, `proxy_silent`.
             */
            name: string;
            /** @description RFC 3339; null where nobody knows. */
            since?: string | null;
        };
        /**
         * TypeCount
         * @description A type and how many products of it fit the search and the other choices.
         */
        TypeCount: {
            /**
             * Format: int64
             * @description How many products.
             */
            count: number;
            /** @description Its name in the language asked for. */
            label: string;
            /** @description The stable Spanish name. */
            value: string;
        };
        /**
         * @description What becomes of a product when its import is taken back.
         * @enum {string}
         */
        UndoOutcome: "back" | "back_but_stock" | "binned" | "changed" | "ordered" | "gone" | "refused";
        /**
         * UndoReport
         * @description What becomes of an import that is taken back, or became.
         */
        UndoReport: {
            /**
             * Format: uint64
             * @description Products that are as they were, or will be.
             */
            back: number;
            /**
             * Format: uint64
             * @description New ones that are deleted, or will be.
             */
            binned: number;
            /**
             * Format: uint64
             * @description Products that are done.
             */
            done: number;
            /** @description The import. */
            import: components["schemas"]["PastImport"];
            /**
             * Format: uint64
             * @description Products that are left alone.
             */
            left: number;
            /** @description The first hundred of those, and of those whose stock is left alone. */
            told: components["schemas"]["UndoTold"][];
            /**
             * Format: uint64
             * @description How many there are in all.
             */
            told_count: number;
            /**
             * Format: uint64
             * @description Products of which something is kept.
             */
            total: number;
        };
        /**
         * UndoTold
         * @description A product that does not simply go back.
         */
        UndoTold: {
            /** @description What becomes of it. */
            outcome: components["schemas"]["UndoOutcome"];
            /** @description The product. */
            product_id: string;
            /** @description As it is called now. */
            title: string;
        };
        /**
         * UnitPrice
         * @description What a unit of measure costs.
         */
        UnitPrice: {
            /** @description Both, for people. */
            formatted: string;
            /**
             * Format: int64
             * @description In cents, tax included.
             */
            price_in_cents: number;
            /** @description `kg`, `l`, `m`, `m2`, `m3` or `unit`. */
            unit: string;
        };
        /** UnsentLine */
        UnsentLine: {
            item_id: string;
            /**
             * Format: int64
             * @description 1 or more.
             */
            quantity: number;
            /** @description Whether they go back into stock. */
            restock: boolean;
        };
        /** UsableMeans */
        UsableMeans: {
            /** @description What the payment page takes, as far as its provider has said, cards first. */
            means: components["schemas"]["PaymentMeans"][];
        };
        /**
         * @description Why a passkey opens nothing.
         * @enum {string}
         */
        UselessPasskey: "doubted" | "elsewhere";
        /**
         * User
         * @description A person, for clients of this format. Times are RFC 3339.
         */
        User: {
            /** @description How they sign in. */
            app_metadata: components["schemas"]["AppMetadata"];
            /** @description Always `authenticated`. */
            aud: string;
            /** @description When the confirmation was mailed; after a sign-up only. */
            confirmation_sent_at?: string | null;
            /** @description The same as `email_confirmed_at`. */
            confirmed_at?: string | null;
            /** @description When they signed up. */
            created_at: string;
            /** @description The address. */
            email: string;
            /** @description When they asked for it. */
            email_change_sent_at?: string | null;
            /** @description When the address was confirmed. */
            email_confirmed_at?: string | null;
            /** @description Second factors, enrolments begun included. */
            factors: components["schemas"]["Factor"][];
            /**
             * @description The person's id. After a sign-up it is the same for every sign-up of the address, and that of the account where
             *     there was one sign-up and no account before.
             */
            id: string;
            /** @description Who they are at providers that open the account, and their address where it has a password or nothing else. */
            identities: components["schemas"]["Identity"][];
            /** @description Always false. */
            is_anonymous: boolean;
            /** @description When they last signed in. */
            last_sign_in_at?: string | null;
            /** @description The address they asked to have and have not confirmed. */
            new_email?: string | null;
            /** @description Always empty. */
            phone: string;
            /** @description Always `authenticated`; the profile knows administrators. */
            role: string;
            /** @description When the account changed. */
            updated_at: string;
            /**
             * @description What they told: the lines of the profile, the language of mails, whatever their program keeps; and what the server
             *     knows: `sub`, `email`, `email_verified`, `phone_verified`.
             */
            user_metadata: {
                [key: string]: unknown;
            };
        };
        /**
         * UserChange
         * @description What to change of one's own account; what is absent or null stays.
         */
        UserChange: {
            /** @description How a phone is written to; not offered. */
            channel?: string | null;
            /**
             * @description Of the program that the mailed link leads back to, with a code; needs its method. A token or code that is given
             *     to `verify` is answered with the session itself.
             */
            code_challenge?: string | null;
            /** @description `s256` or `plain`. */
            code_challenge_method?: string | null;
            /** @description The password they have. */
            current_password?: string | null;
            /** @description What is told of the person, as for a sign-up; a null takes away what was kept. */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description Another address: in force once it is confirmed there. Asks for the same as another password. */
            email?: string | null;
            /** @description The six digits that `reauthenticate` mails. */
            nonce?: string | null;
            /**
             * @description Another password; of an administrator, 12 characters at least. Asks for `current_password` or `nonce`, or a
             *     sign-in by mail in the last ten minutes.
             */
            password?: string | null;
            /** @description Not offered. */
            phone?: string | null;
        };
        /**
         * Variant
         * @description What is really bought.
         */
        Variant: {
            /** @description How much it holds, such as `0.75 l`; left out where it is not sold by measure. */
            content?: string | null;
            /** @description ISO 4217. */
            currency: string;
            /** @description How amounts are shown. */
            currency_info: components["schemas"]["Currency"];
            /** @description The number its maker gave it: 8, 12, 13 or 14 digits; left out where it has none. */
            gtin?: string | null;
            /** @description Its id. */
            id: string;
            /** @description Its own picture, a path of this site. */
            image_url?: string | null;
            /**
             * Format: int64
             * @description Units in stock; says nothing unless `manage_inventory`.
             */
            inventory_quantity: number;
            /** @description Whether stock is counted. */
            manage_inventory: boolean;
            /** @description What it is in each option. */
            options: components["schemas"]["ProductOptionValue"][];
            /** @description The same, for people. */
            price_formatted: string;
            /**
             * Format: int64
             * @description In cents: what it costs, or when it is on sale what is struck through.
             */
            price_in_cents: number;
            /** @description One, in euros. */
            prices: components["schemas"]["VariantPrice"][];
            /** @description The same, for people, on the clocks of the shop; left out without a sale. */
            sale_dates_formatted?: string | null;
            /** @description When it is over, RFC 3339; left out where no end is known. */
            sale_ends_at?: string | null;
            /** @description The same, for people. */
            sale_price_formatted?: string | null;
            /**
             * Format: int64
             * @description What it costs on sale, in cents; null without a sale.
             */
            sale_price_in_cents?: number | null;
            /** @description When the sale began that is on, RFC 3339; left out without one. */
            sale_starts_at?: string | null;
            /** @description The shop's own number for it. */
            sku?: string | null;
            /** @description What it is called within its product. */
            title: string;
            /** @description What a unit of measure costs now; left out where the price is that already. */
            unit_price?: components["schemas"]["UnitPrice"] | null;
            /**
             * Format: int64
             * @description In grams, where known.
             */
            weight?: number | null;
        };
        /**
         * @description What can be asked of variants.
         * @enum {string}
         */
        VariantField: "inventory_quantity";
        /**
         * VariantList
         * @description Stock numbers.
         */
        VariantList: {
            /** @description One per variant. */
            variants: components["schemas"]["VariantStock"][];
        };
        /**
         * VariantPrice
         * @description A price in one currency.
         */
        VariantPrice: {
            /**
             * Format: int64
             * @description As the variant's `price_in_cents`.
             */
            amount: number;
            /** @description How it is shown. */
            currency: components["schemas"]["Currency"];
            /** @description `eur`. */
            currency_code: string;
            /**
             * Format: int64
             * @description As the variant's `sale_price_in_cents`.
             */
            sale_amount?: number | null;
        };
        /**
         * VariantSale
         * @description The sale of a variant; without a price there is none.
         */
        VariantSale: {
            /** @description Written alike; until it is taken away when it does not say. */
            sale_ends_at?: string | null;
            /**
             * Format: int64
             * @description What it costs.
             */
            sale_price_in_cents?: number | null;
            /** @description RFC 3339, or on the clocks of the shop: `2026-12-01T08:00`; at once when it does not say. */
            sale_starts_at?: string | null;
            /** @description The variant. */
            variant_id: string;
        };
        /**
         * VariantSaleOutcome
         * @description What becomes of a variant.
         */
        VariantSaleOutcome: {
            /**
             * Format: int64
             * @description What is asked before: the regular price, or that of a sale that is on.
             */
            asked_in_cents: number;
            /** @description When that one was to be over. */
            before_sale_ends_at?: string | null;
            /**
             * Format: int64
             * @description The price of the sale there was.
             */
            before_sale_price_in_cents?: number | null;
            /** @description When that one began. */
            before_sale_starts_at?: string | null;
            /** @description Whether a sale that is on ends at once, though the one then is still to come. */
            ends_running_sale: boolean;
            /**
             * Format: int64
             * @description The regular price.
             */
            price_in_cents: number;
            /** @description When that one is over. */
            sale_ends_at?: string | null;
            /**
             * Format: int64
             * @description The price of the sale there is then.
             */
            sale_price_in_cents?: number | null;
            /** @description When that one begins; at once when it does not say. */
            sale_starts_at?: string | null;
            /** @description What it is called within its product. */
            title: string;
            /** @description The variant. */
            variant_id: string;
        };
        /**
         * VariantStock
         * @description The stock of a variant.
         */
        VariantStock: {
            /** @description The variant. */
            id: string;
            /**
             * Format: int64
             * @description Units in stock.
             */
            inventory_quantity: number;
        };
        /**
         * VerifyRequest
         * @description A mailed token.
         */
        VerifyRequest: {
            /**
             * @description Where it was mailed to. With the cookie transport a token that signs in needs it too: the page has shown whose
             *     account it is.
             */
            email?: string | null;
            /** @description Ignored. */
            gotrue_meta_security?: components["schemas"]["MetaSecurity"] | null;
            /** @description Ignored: what some clients repeat. */
            options?: unknown;
            /** @description A password chosen now: in place of the one typed at a `signup`, or for the account that an `invite` makes. */
            password?: string | null;
            /** @description Not offered. */
            phone?: string | null;
            /** @description Ignored: where people go on to is said when the mail is asked for. */
            redirect_to?: string | null;
            /** @description The six digits, or the token of the link; together with `email`. */
            token?: string | null;
            /** @description The token of the link. */
            token_hash?: string | null;
            /** @description What the token is for. */
            type: components["schemas"]["VerifyType"];
        };
        /**
         * @description Which mailed token is verified.
         * @enum {string}
         */
        VerifyType: "signup" | "email" | "magiclink" | "recovery" | "email_change" | "invite" | "sms" | "phone_change";
        /**
         * Visits
         * @description How the site was visited: numbers alone, nothing of anybody.
         */
        Visits: {
            /** @description The oldest first; the last is today. */
            days: components["schemas"]["VisitsOfDay"][];
            /** @description How often pages of each kind were opened. */
            pages: components["schemas"]["VisitsOfPages"][];
            /** @description The searches that found nothing and were not dismissed, the most frequent first. */
            searches: components["schemas"]["MissedSearch"][];
            /** @description The way from a product to a paid order. */
            steps: components["schemas"]["PurchaseSteps"];
        };
        /**
         * VisitsOfDay
         * @description A day of the firm's.
         */
        VisitsOfDay: {
            /**
             * Format: int64
             * @description Taps on the telephone number.
             */
            calls: number;
            /**
             * Format: int64
             * @description Chats that were opened.
             */
            chats: number;
            /** @description `2026-11-24`. */
            date: string;
            /**
             * Format: int64
             * @description Pages that were opened.
             */
            pages: number;
        };
        /**
         * VisitsOfPages
         * @description How often pages of a kind were opened.
         */
        VisitsOfPages: {
            /**
             * Format: int64
             * @description How often.
             */
            how_many: number;
            /** @description `home`, `store`, `product`, `cart`, `checkout`, `contact`, `quote` or `other`. */
            kind: string;
        };
        /**
         * Wishlist
         * @description A wish list.
         */
        Wishlist: {
            /** @description Products in the store, the latest first; at most 200. */
            product_ids: string[];
        };
        /** WishlistChange */
        WishlistChange: {
            /**
             * @description Products to add, the latest first; at most 200. What is there already stays where it is.
             * @default []
             */
            add?: string[] | null;
            /**
             * @description Products to take away; at most 200.
             * @default []
             */
            remove?: string[] | null;
        };
        /**
         * Withdrawal
         * @description A statement as it is sent.
         */
        Withdrawal: {
            /** @description At most 2,000 characters; no reason is asked for. */
            comment?: string | null;
            /** @description What says which contract: an order's id or number, or anything else, 1–200 characters. */
            contract: string;
            /** @description Where the acknowledgement goes. */
            email: string;
            /** @description Which goods; all of the contract when none are named. */
            items?: components["schemas"]["WithdrawnItem"][] | null;
            /** @description What opens an order that was bought without an account: it proves whose it is. */
            key?: string | null;
            /** @description The language to answer in; else `Accept-Language` says it. */
            lang?: string | null;
            /** @description Who withdraws, 1–100 characters. */
            name: string;
        };
        /**
         * WithdrawalItem
         * @description Units that are withdrawn from.
         */
        WithdrawalItem: {
            /** Format: int64 */
            quantity: number;
            title: string;
            variant_id: string;
        };
        /**
         * WithdrawalList
         * @description A page of statements, newest first.
         */
        WithdrawalList: {
            /**
             * Format: int64
             * @description How many fit.
             */
            count: number;
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            offset: number;
            withdrawals: components["schemas"]["DeskWithdrawal"][];
        };
        /**
         * @description Why a person must look at a statement. None of these is a reason to refuse it.
         * @enum {string}
         */
        WithdrawalMark: "unmatched" | "unproven" | "late" | "excluded" | "other_goods" | "cancelled";
        /**
         * @description What shows that an order's buyer made a statement.
         * @enum {string}
         */
        WithdrawalProof: "session" | "key" | "address" | "none";
        /**
         * @description How far its case is.
         * @enum {string}
         */
        WithdrawalState: "received" | "cancelled" | "goods_back" | "refunded" | "closed";
        /**
         * WithdrawnItem
         * @description Units of a variant.
         */
        WithdrawnItem: {
            /**
             * Format: int64
             * @description 1 or more.
             */
            quantity: number;
            variant_id: string;
        };
        /**
         * WordsForm
         * @description What is written.
         */
        WordsForm: {
            /** @description 1–2,000 characters. */
            text: string;
        };
    };
    responses: {
        /** @description A problem; `code` says which. */
        Problem: {
            headers: {
                /** @description Seconds to wait, where waiting helps. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
export type ActorKind = components['schemas']['ActorKind'];
export type AdditionalInfo = components['schemas']['AdditionalInfo'];
export type AddressInput = components['schemas']['AddressInput'];
export type AnswerFile = components['schemas']['AnswerFile'];
export type AppMetadata = components['schemas']['AppMetadata'];
export type Asked = components['schemas']['Asked'];
export type AssignAnswer = components['schemas']['AssignAnswer'];
export type AssignForm = components['schemas']['AssignForm'];
export type AssignReturn = components['schemas']['AssignReturn'];
export type Attention = components['schemas']['Attention'];
export type AuthHealth = components['schemas']['AuthHealth'];
export type AuthSettings = components['schemas']['AuthSettings'];
export type Awaiting = components['schemas']['Awaiting'];
export type BoughtAs = components['schemas']['BoughtAs'];
export type BudgetRequest = components['schemas']['BudgetRequest'];
export type Bulk = components['schemas']['Bulk'];
export type BulkAnswer = components['schemas']['BulkAnswer'];
export type BulkChange = components['schemas']['BulkChange'];
export type BulkForm = components['schemas']['BulkForm'];
export type Cancel = components['schemas']['Cancel'];
export type CancelOrder = components['schemas']['CancelOrder'];
export type CancellationReason = components['schemas']['CancellationReason'];
export type Card = components['schemas']['Card'];
export type CardList = components['schemas']['CardList'];
export type CardVariant = components['schemas']['CardVariant'];
export type Carrier = components['schemas']['Carrier'];
export type Challenge = components['schemas']['Challenge'];
export type CheckPayment = components['schemas']['CheckPayment'];
export type ClaimOrder = components['schemas']['ClaimOrder'];
export type ClearAttention = components['schemas']['ClearAttention'];
export type CloseReturn = components['schemas']['CloseReturn'];
export type Closure = components['schemas']['Closure'];
export type Code = components['schemas']['Code'];
export type CodeRequest = components['schemas']['CodeRequest'];
export type CodesLeft = components['schemas']['CodesLeft'];
export type Collection = components['schemas']['Collection'];
export type CollectionList = components['schemas']['CollectionList'];
export type Comment = components['schemas']['Comment'];
export type CommentList = components['schemas']['CommentList'];
export type CommentPermission = components['schemas']['CommentPermission'];
export type CommentReply = components['schemas']['CommentReply'];
export type CommentStatus = components['schemas']['CommentStatus'];
export type Complaint = components['schemas']['Complaint'];
export type ComplaintEnd = components['schemas']['ComplaintEnd'];
export type ComplaintReceived = components['schemas']['ComplaintReceived'];
export type ConfirmDuty = components['schemas']['ConfirmDuty'];
export type Confirmed = components['schemas']['Confirmed'];
export type ConfirmedDuty = components['schemas']['ConfirmedDuty'];
export type ContactRequest = components['schemas']['ContactRequest'];
export type CorrectEmail = components['schemas']['CorrectEmail'];
export type Counted = components['schemas']['Counted'];
export type CreateOrder = components['schemas']['CreateOrder'];
export type CreatedOrder = components['schemas']['CreatedOrder'];
export type Currency = components['schemas']['Currency'];
export type CurrentMetadata = components['schemas']['CurrentMetadata'];
export type CurrentSession = components['schemas']['CurrentSession'];
export type CurrentUser = components['schemas']['CurrentUser'];
export type CustomField = components['schemas']['CustomField'];
export type Customer = components['schemas']['Customer'];
export type CustomerInquiry = components['schemas']['CustomerInquiry'];
export type CustomerList = components['schemas']['CustomerList'];
export type CustomerWithdrawal = components['schemas']['CustomerWithdrawal'];
export type DaySales = components['schemas']['DaySales'];
export type Decided = components['schemas']['Decided'];
export type Decision = components['schemas']['Decision'];
export type DeskAsks = components['schemas']['DeskAsks'];
export type DeskAttribute = components['schemas']['DeskAttribute'];
export type DeskCollection = components['schemas']['DeskCollection'];
export type DeskDocument = components['schemas']['DeskDocument'];
export type DeskField = components['schemas']['DeskField'];
export type DeskForm = components['schemas']['DeskForm'];
export type DeskImage = components['schemas']['DeskImage'];
export type DeskInfo = components['schemas']['DeskInfo'];
export type DeskInvoice = components['schemas']['DeskInvoice'];
export type DeskInvoiceList = components['schemas']['DeskInvoiceList'];
export type DeskMail = components['schemas']['DeskMail'];
export type DeskMaker = components['schemas']['DeskMaker'];
export type DeskMakerList = components['schemas']['DeskMakerList'];
export type DeskOrder = components['schemas']['DeskOrder'];
export type DeskOrderComplaint = components['schemas']['DeskOrderComplaint'];
export type DeskOrderEvent = components['schemas']['DeskOrderEvent'];
export type DeskOrderGoods = components['schemas']['DeskOrderGoods'];
export type DeskOrderLine = components['schemas']['DeskOrderLine'];
export type DeskOrderList = components['schemas']['DeskOrderList'];
export type DeskPayment = components['schemas']['DeskPayment'];
export type DeskPrices = components['schemas']['DeskPrices'];
export type DeskProduct = components['schemas']['DeskProduct'];
export type DeskProductList = components['schemas']['DeskProductList'];
export type DeskRefund = components['schemas']['DeskRefund'];
export type DeskRefundLine = components['schemas']['DeskRefundLine'];
export type DeskRelated = components['schemas']['DeskRelated'];
export type DeskReturn = components['schemas']['DeskReturn'];
export type DeskRow = components['schemas']['DeskRow'];
export type DeskTariff = components['schemas']['DeskTariff'];
export type DeskVariant = components['schemas']['DeskVariant'];
export type DeskVariantList = components['schemas']['DeskVariantList'];
export type DeskVariantRow = components['schemas']['DeskVariantRow'];
export type DeskWithdrawal = components['schemas']['DeskWithdrawal'];
export type DismissSearch = components['schemas']['DismissSearch'];
export type Dispatch = components['schemas']['Dispatch'];
export type Disputes = components['schemas']['Disputes'];
export type DutyBasis = components['schemas']['DutyBasis'];
export type DutyList = components['schemas']['DutyList'];
export type EnergyClass = components['schemas']['EnergyClass'];
export type EnrolRequest = components['schemas']['EnrolRequest'];
export type Enrolled = components['schemas']['Enrolled'];
export type EnrolledTotp = components['schemas']['EnrolledTotp'];
export type Erase = components['schemas']['Erase'];
export type Erasure = components['schemas']['Erasure'];
export type Facets = components['schemas']['Facets'];
export type Factor = components['schemas']['Factor'];
export type FactorStatus = components['schemas']['FactorStatus'];
export type FactorType = components['schemas']['FactorType'];
export type Fitting = components['schemas']['Fitting'];
export type GiveBack = components['schemas']['GiveBack'];
export type GoodsBack = components['schemas']['GoodsBack'];
export type GrantForm = components['schemas']['GrantForm'];
export type GrantReturn = components['schemas']['GrantReturn'];
export type GrantType = components['schemas']['GrantType'];
export type Guarantee = components['schemas']['Guarantee'];
export type Identity = components['schemas']['Identity'];
export type IdentityData = components['schemas']['IdentityData'];
export type ImportDifference = components['schemas']['ImportDifference'];
export type ImportField = components['schemas']['ImportField'];
export type ImportNote = components['schemas']['ImportNote'];
export type ImportProblem = components['schemas']['ImportProblem'];
export type ImportReport = components['schemas']['ImportReport'];
export type ImportState = components['schemas']['ImportState'];
export type ImportVariant = components['schemas']['ImportVariant'];
export type InquiryBody = components['schemas']['InquiryBody'];
export type InquiryEvent = components['schemas']['InquiryEvent'];
export type InquiryEventKind = components['schemas']['InquiryEventKind'];
export type InquiryStatus = components['schemas']['InquiryStatus'];
export type Insurance = components['schemas']['Insurance'];
export type Invoice = components['schemas']['Invoice'];
export type InvoiceBooks = components['schemas']['InvoiceBooks'];
export type InvoiceBuyer = components['schemas']['InvoiceBuyer'];
export type InvoiceCorrection = components['schemas']['InvoiceCorrection'];
export type InvoiceList = components['schemas']['InvoiceList'];
export type InvoiceLook = components['schemas']['InvoiceLook'];
export type InvoiceLookLine = components['schemas']['InvoiceLookLine'];
export type InvoiceLookedAt = components['schemas']['InvoiceLookedAt'];
export type InvoiceMonth = components['schemas']['InvoiceMonth'];
export type InvoiceRate = components['schemas']['InvoiceRate'];
export type InvoiceState = components['schemas']['InvoiceState'];
export type InvoiceSum = components['schemas']['InvoiceSum'];
export type InvoiceType = components['schemas']['InvoiceType'];
export type InvoicedOrder = components['schemas']['InvoicedOrder'];
export type InvoicesReported = components['schemas']['InvoicesReported'];
export type InvoicesWaiting = components['schemas']['InvoicesWaiting'];
export type ItemInput = components['schemas']['ItemInput'];
export type KeptDocument = components['schemas']['KeptDocument'];
export type KeptPhoto = components['schemas']['KeptPhoto'];
export type KeptPicture = components['schemas']['KeptPicture'];
export type KnownCustomer = components['schemas']['KnownCustomer'];
export type Lang = components['schemas']['Lang'];
export type LawDuty = components['schemas']['LawDuty'];
export type LegalDocument = components['schemas']['LegalDocument'];
export type LegalText = components['schemas']['LegalText'];
export type LegalVersion = components['schemas']['LegalVersion'];
export type Licence = components['schemas']['Licence'];
export type LicenceKind = components['schemas']['LicenceKind'];
export type ListedPasskey = components['schemas']['ListedPasskey'];
export type ListedSession = components['schemas']['ListedSession'];
export type Log = components['schemas']['Log'];
export type LogActor = components['schemas']['LogActor'];
export type LogEntry = components['schemas']['LogEntry'];
export type LogoutScope = components['schemas']['LogoutScope'];
export type LowStock = components['schemas']['LowStock'];
export type Mail = components['schemas']['Mail'];
export type MailList = components['schemas']['MailList'];
export type MailState = components['schemas']['MailState'];
export type Maker = components['schemas']['Maker'];
export type MakerForm = components['schemas']['MakerForm'];
export type MessageBody = components['schemas']['MessageBody'];
export type MessageKind = components['schemas']['MessageKind'];
export type MessageList = components['schemas']['MessageList'];
export type MessageReceived = components['schemas']['MessageReceived'];
export type MessageRow = components['schemas']['MessageRow'];
export type MetaSecurity = components['schemas']['MetaSecurity'];
export type MissedSearch = components['schemas']['MissedSearch'];
export type MyData = components['schemas']['MyData'];
export type NameBody = components['schemas']['NameBody'];
export type NameList = components['schemas']['NameList'];
export type NewComment = components['schemas']['NewComment'];
export type NewPasskey = components['schemas']['NewPasskey'];
export type Note = components['schemas']['Note'];
export type Offer = components['schemas']['Offer'];
export type Opening = components['schemas']['Opening'];
export type OptionFacet = components['schemas']['OptionFacet'];
export type OptionValueCount = components['schemas']['OptionValueCount'];
export type Order = components['schemas']['Order'];
export type OrderAddress = components['schemas']['OrderAddress'];
export type OrderCustomField = components['schemas']['OrderCustomField'];
export type OrderItem = components['schemas']['OrderItem'];
export type OrderList = components['schemas']['OrderList'];
export type OrderMail = components['schemas']['OrderMail'];
export type OrderRating = components['schemas']['OrderRating'];
export type OrderStatus = components['schemas']['OrderStatus'];
export type OtpRequest = components['schemas']['OtpRequest'];
export type OwnTexts = components['schemas']['OwnTexts'];
export type PasskeyList = components['schemas']['PasskeyList'];
export type PasskeyName = components['schemas']['PasskeyName'];
export type PasskeyQuestion = components['schemas']['PasskeyQuestion'];
export type PastImport = components['schemas']['PastImport'];
export type PastImportList = components['schemas']['PastImportList'];
export type PastImportState = components['schemas']['PastImportState'];
export type PayOrder = components['schemas']['PayOrder'];
export type PaymentAttemptState = components['schemas']['PaymentAttemptState'];
export type PaymentMeans = components['schemas']['PaymentMeans'];
export type PaymentProvider = components['schemas']['PaymentProvider'];
export type PaymentState = components['schemas']['PaymentState'];
export type People = components['schemas']['People'];
export type Person = components['schemas']['Person'];
export type PriceKind = components['schemas']['PriceKind'];
export type PriceLine = components['schemas']['PriceLine'];
export type PriceNow = components['schemas']['PriceNow'];
export type Problem = components['schemas']['Problem'];
export type Product = components['schemas']['Product'];
export type ProductAnswer = components['schemas']['ProductAnswer'];
export type ProductAttribute = components['schemas']['ProductAttribute'];
export type ProductCollection = components['schemas']['ProductCollection'];
export type ProductDocument = components['schemas']['ProductDocument'];
export type ProductFileFormat = components['schemas']['ProductFileFormat'];
export type ProductImage = components['schemas']['ProductImage'];
export type ProductLack = components['schemas']['ProductLack'];
export type ProductList = components['schemas']['ProductList'];
export type ProductLookUp = components['schemas']['ProductLookUp'];
export type ProductOption = components['schemas']['ProductOption'];
export type ProductOptionValue = components['schemas']['ProductOptionValue'];
export type ProductSort = components['schemas']['ProductSort'];
export type ProductStanding = components['schemas']['ProductStanding'];
export type ProductStatus = components['schemas']['ProductStatus'];
export type ProductType = components['schemas']['ProductType'];
export type Profile = components['schemas']['Profile'];
export type ProfilePatch = components['schemas']['ProfilePatch'];
export type Proof = components['schemas']['Proof'];
export type PurchaseSteps = components['schemas']['PurchaseSteps'];
export type QuarterInvoiceList = components['schemas']['QuarterInvoiceList'];
export type QuoteBody = components['schemas']['QuoteBody'];
export type QuoteList = components['schemas']['QuoteList'];
export type QuoteRating = components['schemas']['QuoteRating'];
export type QuoteReceived = components['schemas']['QuoteReceived'];
export type QuoteRow = components['schemas']['QuoteRow'];
export type Rating = components['schemas']['Rating'];
export type RecoverRequest = components['schemas']['RecoverRequest'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RefundLine = components['schemas']['RefundLine'];
export type RefundMethod = components['schemas']['RefundMethod'];
export type RefundProgress = components['schemas']['RefundProgress'];
export type RefundReason = components['schemas']['RefundReason'];
export type RefundReturn = components['schemas']['RefundReturn'];
export type RefundState = components['schemas']['RefundState'];
export type RelatedProduct = components['schemas']['RelatedProduct'];
export type RelatedProducts = components['schemas']['RelatedProducts'];
export type RelatedSection = components['schemas']['RelatedSection'];
export type ReleasedMails = components['schemas']['ReleasedMails'];
export type Removed = components['schemas']['Removed'];
export type ReplyForm = components['schemas']['ReplyForm'];
export type ResendMail = components['schemas']['ResendMail'];
export type ResendRequest = components['schemas']['ResendRequest'];
export type ResendType = components['schemas']['ResendType'];
export type ResponsiblePerson = components['schemas']['ResponsiblePerson'];
export type RestoredProduct = components['schemas']['RestoredProduct'];
export type Retention = components['schemas']['Retention'];
export type RetriedMails = components['schemas']['RetriedMails'];
export type ReturnEvent = components['schemas']['ReturnEvent'];
export type ReturnItem = components['schemas']['ReturnItem'];
export type ReturnLine = components['schemas']['ReturnLine'];
export type ReturnList = components['schemas']['ReturnList'];
export type ReturnOrder = components['schemas']['ReturnOrder'];
export type ReturnedLine = components['schemas']['ReturnedLine'];
export type Role = components['schemas']['Role'];
export type Said = components['schemas']['Said'];
export type SaleAct = components['schemas']['SaleAct'];
export type SaleAnswer = components['schemas']['SaleAnswer'];
export type SaleForm = components['schemas']['SaleForm'];
export type SaleOutcome = components['schemas']['SaleOutcome'];
export type SaleProduct = components['schemas']['SaleProduct'];
export type SaleRefusal = components['schemas']['SaleRefusal'];
export type Service = components['schemas']['Service'];
export type Session = components['schemas']['Session'];
export type SessionList = components['schemas']['SessionList'];
export type SessionTransport = components['schemas']['SessionTransport'];
export type Setting = components['schemas']['Setting'];
export type SettingKind = components['schemas']['SettingKind'];
export type SettingList = components['schemas']['SettingList'];
export type SettingsForm = components['schemas']['SettingsForm'];
export type Ship = components['schemas']['Ship'];
export type Shipping = components['schemas']['Shipping'];
export type ShownLine = components['schemas']['ShownLine'];
export type ShownPasskey = components['schemas']['ShownPasskey'];
export type ShownTariff = components['schemas']['ShownTariff'];
export type SignInProvider = components['schemas']['SignInProvider'];
export type SignUpRequest = components['schemas']['SignUpRequest'];
export type Site = components['schemas']['Site'];
export type SitePicture = components['schemas']['SitePicture'];
export type SitePictureList = components['schemas']['SitePictureList'];
export type SiteText = components['schemas']['SiteText'];
export type SiteTextList = components['schemas']['SiteTextList'];
export type SortDirection = components['schemas']['SortDirection'];
export type SsoAddress = components['schemas']['SsoAddress'];
export type SsoRequest = components['schemas']['SsoRequest'];
export type StandingAnswer = components['schemas']['StandingAnswer'];
export type StandingForm = components['schemas']['StandingForm'];
export type StartPayment = components['schemas']['StartPayment'];
export type StartedPayment = components['schemas']['StartedPayment'];
export type StatusForm = components['schemas']['StatusForm'];
export type StockFilter = components['schemas']['StockFilter'];
export type StockProof = components['schemas']['StockProof'];
export type StockWish = components['schemas']['StockWish'];
export type StockWishAnswer = components['schemas']['StockWishAnswer'];
export type StockWishState = components['schemas']['StockWishState'];
export type StoreOwner = components['schemas']['StoreOwner'];
export type StoreSettings = components['schemas']['StoreSettings'];
export type StoredWithdrawal = components['schemas']['StoredWithdrawal'];
export type SuggestedService = components['schemas']['SuggestedService'];
export type SuggestedType = components['schemas']['SuggestedType'];
export type Suggestions = components['schemas']['Suggestions'];
export type TakeOut = components['schemas']['TakeOut'];
export type Taken = components['schemas']['Taken'];
export type TariffAnswer = components['schemas']['TariffAnswer'];
export type TariffForm = components['schemas']['TariffForm'];
export type TariffHoliday = components['schemas']['TariffHoliday'];
export type TariffLine = components['schemas']['TariffLine'];
export type TariffVersion = components['schemas']['TariffVersion'];
export type TariffVersionList = components['schemas']['TariffVersionList'];
export type TariffZone = components['schemas']['TariffZone'];
export type TeamMember = components['schemas']['TeamMember'];
export type TextInput = components['schemas']['TextInput'];
export type Today = components['schemas']['Today'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type ToldBuyer = components['schemas']['ToldBuyer'];
export type Trade = components['schemas']['Trade'];
export type Tried = components['schemas']['Tried'];
export type TriedList = components['schemas']['TriedList'];
export type Trouble = components['schemas']['Trouble'];
export type TypeCount = components['schemas']['TypeCount'];
export type UndoOutcome = components['schemas']['UndoOutcome'];
export type UndoReport = components['schemas']['UndoReport'];
export type UndoTold = components['schemas']['UndoTold'];
export type UnitPrice = components['schemas']['UnitPrice'];
export type UnsentLine = components['schemas']['UnsentLine'];
export type UsableMeans = components['schemas']['UsableMeans'];
export type UselessPasskey = components['schemas']['UselessPasskey'];
export type User = components['schemas']['User'];
export type UserChange = components['schemas']['UserChange'];
export type Variant = components['schemas']['Variant'];
export type VariantField = components['schemas']['VariantField'];
export type VariantList = components['schemas']['VariantList'];
export type VariantPrice = components['schemas']['VariantPrice'];
export type VariantSale = components['schemas']['VariantSale'];
export type VariantSaleOutcome = components['schemas']['VariantSaleOutcome'];
export type VariantStock = components['schemas']['VariantStock'];
export type VerifyRequest = components['schemas']['VerifyRequest'];
export type VerifyType = components['schemas']['VerifyType'];
export type Visits = components['schemas']['Visits'];
export type VisitsOfDay = components['schemas']['VisitsOfDay'];
export type VisitsOfPages = components['schemas']['VisitsOfPages'];
export type Wishlist = components['schemas']['Wishlist'];
export type WishlistChange = components['schemas']['WishlistChange'];
export type Withdrawal = components['schemas']['Withdrawal'];
export type WithdrawalItem = components['schemas']['WithdrawalItem'];
export type WithdrawalList = components['schemas']['WithdrawalList'];
export type WithdrawalMark = components['schemas']['WithdrawalMark'];
export type WithdrawalProof = components['schemas']['WithdrawalProof'];
export type WithdrawalState = components['schemas']['WithdrawalState'];
export type WithdrawnItem = components['schemas']['WithdrawnItem'];
export type WordsForm = components['schemas']['WordsForm'];
export type ResponseProblem = components['responses']['Problem'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
