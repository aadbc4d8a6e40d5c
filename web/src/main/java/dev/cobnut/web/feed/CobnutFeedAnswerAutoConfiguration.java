package dev.cobnut.web.feed;

import dev.cobnut.framework.autoconfigure.CobnutFeedAutoConfiguration;
import dev.cobnut.framework.feed.Feed;
import dev.cobnut.web.problem.ProblemType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/// Adds what controllers answer a feed with, in an application that has one.
@AutoConfiguration(after = CobnutFeedAutoConfiguration.class)
@ConditionalOnBean(Feed.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class CobnutFeedAnswerAutoConfiguration {

    @Bean
    FeedAnswer feedAnswer(Feed feed) {
        return new FeedAnswer(feed);
    }

    @Bean
    ProblemType feedPosition() {
        return FeedAnswer.POSITION;
    }

    @Bean
    ProblemType tooManyFeeds() {
        return FeedAnswer.TOO_MANY;
    }
}
